// The scalar reference of contact manifolds: up to four contact points of two polytopes, with depths, by clipping face
// against face.
//
//   using namespace lockstep::reference;
//   Manifold<double> m = contact_manifold(box_a, box_b, 0.01);    // points up to 0.01 apart count as well
//   for (const auto& p : m) ...                                   // p.on_a, p.on_b, p.depth, p.feature; m.normal
//
// A distance or a depth (signed_distance.hpp) has one point of each shape. A box that lies on another needs more, or it
// would tip over: where faces meet, the contact is a polygon, and some of its corners stand for it.
//
// THE IDEA. The face that is better aligned with the contact normal is the REFERENCE face, the other the INCIDENT one.
// The incident polygon is clipped by the side planes of the reference face, one after the other (Sutherland and
// Hodgman): the part outside of a side is dropped, and a corner is added where an edge crosses it. The corners of the
// rest that lie beneath the reference face are the contacts:
//
//         side             side              seen from the side:        depth = how far below the face
//           |   o-------o   |     seen
//           |  /       /    |     from              o------x- - - o         <- incident face
//      . . .+-x-------x- - -+-    above     ========|======|===========    <- reference face, its normal up
//           |/       /      |                               |
//     o- - -x- - - -o       |                               side: what lies beyond is cut off
//
// THE NORMAL of the manifold is that of the reference face, and depths are measured along it. So the deepest is the
// penetration depth if the way out runs along that normal and the corner that lies deepest belongs to the incident face
// (for boxes it does), else a little more or less. If the way out is not nearly along a face normal (`face_alignment`),
// the two meet in an edge or a corner: one point, that of signed_distance.
//
// FEATURES. Two edges meet in a corner of the clipped polygon, each an edge of the incident face or a side of the
// reference face. These, with the two faces, identify a contact as long as they do not change: a solver that keeps
// impulses from frame to frame (warm starting) finds them again by that key.
//
// NEARLY PARALLEL FACES are equally well aligned up to rounding, which must not decide: the larger one is then the
// reference, whether it is of a or b. So (b, a) has the contacts of (a, b) if both find the same way out. Among equally
// large faces it is that of a: pass a pair always in the same order.
//
// THIN FACES. A face as narrow as rounding has no sides with a direction: it is never the reference, and an edge as
// short as that clips nothing.
//
// AT MOST FOUR are kept: the deepest; the one farthest from it; the one that makes the largest triangle with both; the
// one that adds the most area to that.
//
// Complexity: one `signed_distance`, and O(corners of one face * corners of the other).
// Allocates: lists of contacts and corners.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
//
// Sources: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974; C. Ericson, "Real-Time Collision Detection",
// 2005, 8.3.4; E. Catto, "Contact manifolds", 2007, for reference and incident faces and for features.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include <lockstep/reference/contact_points.hpp>
#include <lockstep/reference/face.hpp>
#include <lockstep/reference/face_clipping.hpp>
#include <lockstep/reference/signed_distance.hpp>

namespace lockstep::reference {

/// A contact normal counts as that of a face if the cosine between them is more than this: less than 3.6 degrees.
inline constexpr double face_alignment = 0.998;
/// The difference of the cosines from which one of two faces is clearly better aligned.
inline constexpr double clearly_aligned = 1e-5;
/// The ratio of the areas from which one of two faces is clearly larger.
inline constexpr double clearly_larger = 1.001;

/// Whether the first of two faces (in the plane: edges) is the reference, by their alignment and size.
template <class T>
bool first_is_reference(const T& cosine, const T& size, const T& other_cosine, const T& other_size) {
  const T clearly = static_cast<T>(clearly_aligned);
  if (cosine > other_cosine + clearly || other_cosine > cosine + clearly) return cosine > other_cosine;
  return !(other_size > size * static_cast<T>(clearly_larger));
}

/// The contacts of two facing faces, at most `margin` apart.
template <class T>
Manifold<T> clip_faces(const Face<T>& face_a, const Face<T>& face_b, bool reference_is_a, const T& margin) {
  const Face<T>&reference = reference_is_a ? face_a : face_b, &incident = reference_is_a ? face_b : face_a;
  Manifold<T> manifold;
  manifold.normal = reference_is_a ? -reference.normal : reference.normal;
  const T height = dot(reference.corners[0], reference.normal);
  std::vector<ContactPoint<Vector<T>>> contacts;
  for (const ClippedCorner<T>& corner : clip_to_sides(reference, incident)) {
    const T depth = height - dot(corner.at, reference.normal);
    if (!(depth >= -margin)) continue;
    const Vector<T> foot = corner.at + reference.normal * depth;
    contacts.push_back({depth,
                        reference_is_a ? foot : corner.at,
                        reference_is_a ? corner.at : foot,
                        {face_a.id, face_b.id, reference_is_a, corner.before, corner.after}});
  }
  keep_four(manifold, std::move(contacts));
  return manifold;
}

/// The contacts of two polytopes at most `margin` apart, a distance; empty if they are farther. A and B are boxes or
/// hulls with faces, or any types with a support mapping and a `face_towards`. With the margin 0, shapes that just
/// touch have contacts or not, depending on rounding; with an infinite one there is always a contact. A NaN in a shape
/// gives some manifold with meaningless numbers, a NaN margin an empty one.
template <SupportMapping A, SupportMapping B>
Manifold<typename A::Scalar> contact_manifold(const A& a, const B& b, const typename A::Scalar& margin) {
  using std::sqrt;
  using T = typename A::Scalar;
  const SignedDistance<Vector<T>> d = signed_distance(a, b);
  if (!(d.lower <= margin)) return {};
  const auto own_a = face_towards(a, -d.normal);
  const auto own_b = face_towards(b, d.normal);
  const Face<T> face_a = own_a, face_b = own_b;
  const T of_a = alignment(face_a, -d.normal), of_b = alignment(face_b, d.normal);
  const Vector<T> area_a = area_vector(face_a.corners), area_b = area_vector(face_b.corners);
  const bool reference_is_a = first_is_reference(of_a, sqrt(dot(area_a, area_a)), of_b, sqrt(dot(area_b, area_b)));
  if (of_a > T(face_alignment) || of_b > T(face_alignment)) {
    const Manifold<T> manifold = clip_faces(face_a, face_b, reference_is_a, margin);
    if (manifold.count > 0) return manifold;
  }
  Manifold<T> single;
  single.normal = d.normal;
  single.count = 1;
  single.point[0] = {
      -d.lower, d.on_a, d.on_b, {face_a.id, face_b.id, reference_is_a, Feature::no_edge, Feature::no_edge}};
  return single;
}

}  // namespace lockstep::reference
