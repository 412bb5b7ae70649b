// Where do two polytopes touch? The contact manifold: up to four points with depths, by clipping face against face.
//
//   using namespace lockstep::reference;
//   Manifold<double> m = contact_manifold(box_a, box_b, 0.01);    // points up to 0.01 apart count as well
//   for (const auto& p : m) ...                                   // p.on_a, p.on_b, p.depth, p.feature; m.normal
//
// A distance or a depth (signed_distance.hpp) has one point of each shape. A box that lies on another needs more, or it
// would tip over: where faces meet, the contact is a polygon, and some of its corners stand for it.
//
// THE IDEA. Of the two faces that look at each other the one that is better aligned with the contact normal is the
// REFERENCE face, the other the INCIDENT one. The incident polygon is cut by the side planes of the reference face, one
// after the other (Sutherland and Hodgman): what lies outside of a side goes, and where an edge crosses it a corner
// comes in. Corners of what is left that lie beneath the reference face are the contacts:
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
// (of boxes it does), else a little more or less. If the way out does not run along a face normal, nearly
// (`face_alignment`), the two meet in an edge or a corner: one point, that of signed_distance.
//
// FEATURES. A corner of the clipped polygon is where two edges meet, each an edge of the incident face or a side of the
// reference face. These, with the two faces, name a contact for as long as they do not change: a solver that keeps
// impulses from frame to frame finds them again by that name.
//
// NEARLY PARALLEL FACES are equally well aligned but for rounding, which must not choose between them: the larger one
// is the reference then, whichever is a. So (b, a) has the contacts of (a, b) if both find the same way out. Of equally
// large faces it is that of a: ask for a pair always in the same order.
//
// THIN FACES. What is as narrow as rounding has no sides with a direction: such a face is never the reference, and an
// edge as short as that cuts nothing.
//
// AT MOST FOUR are kept: the deepest; the one farthest from it; the one that makes the largest triangle with both; the
// one that adds the most area to that.
//
// Sources: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974; C. Ericson, "Real-Time Collision Detection",
// 2005, 8.3.4; E. Catto, "Contact manifolds", 2007, for reference and incident faces and for features.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <lockstep/reference/shapes.hpp>
#include <lockstep/reference/signed_distance.hpp>

namespace lockstep::reference {

/// A contact normal is taken for that of a face if the cosine between them is more than this: less than 3.6 degrees.
inline constexpr double face_alignment = 0.998;
/// By so much more of a cosine one of two faces is clearly better aligned.
inline constexpr double clearly_aligned = 1e-5;
/// So many times as large one of two faces is clearly larger.
inline constexpr double clearly_larger = 1.001;

/// A face of a polytope; it refers to its three or more corners, counter-clockwise seen from outside.
template <class T>
struct Face {
  std::span<const Vector<T>> corners;
  Vector<T> normal;  ///< unit, outward
  int id;            ///< the caller's
};

/// Along the normal of a polygon, twice as long as its area: the sum of what its edges span with its first corner
/// (Newell). The corners may lie a little off a plane.
template <class T>
Vector<T> area_vector(std::span<const Vector<T>> corners) {
  Vector<T> sum{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    sum = sum + cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
  }
  return sum;
}

/// A face with the normal of its corners; that is zero if they span nothing.
template <class T>
Face<T> face_of(std::span<const Vector<T>> corners, int id) {
  return {corners, with_length(area_vector(corners), T(1)), id};
}

/// A convex polytope with its faces, all in world space: at least one face. The lists are the caller's.
template <class T>
struct FacedHull {
  using Scalar = T;
  std::span<const Vector<T>> points;
  std::span<const Face<T>> faces;

  constexpr Vector<T> support(const Vector<T>& direction) const noexcept {
    return PointCloud<T>{points}.support(direction);
  }
};

/// Nothing shorter than this has a direction that could be trusted to a 256th: rounding has moved the corners.
template <class T>
T shortest_side(const Face<T>& face) {
  T size(0);
  for (const Vector<T>& corner : face.corners) size = (std::max)(size, largest_magnitude(corner));
  return T(256) * std::numeric_limits<T>::epsilon() * size;
}

/// Is the face narrower than any side with a direction? So is one without area.
template <class T>
bool is_thin(const Face<T>& face) {
  T longest(0);
  for (const Vector<T>& corner : face.corners) {
    longest = (std::max)(longest, largest_magnitude(corner - face.corners[0]));
  }
  return !(largest_magnitude(area_vector(face.corners)) > longest * shortest_side(face));
}

/// The face that looks the most in `direction`; of equal ones the first.
template <class T>
const Face<T>& face_towards(const FacedHull<T>& hull, const Vector<T>& direction) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < hull.faces.size(); ++i) {
    if (dot(hull.faces[i].normal, direction) > dot(hull.faces[best].normal, direction)) best = i;
  }
  return hull.faces[best];
}

/// A face of a box, which has its corners with it.
template <class T>
struct BoxFace {
  std::array<Vector<T>, 4> corners;
  Vector<T> normal;
  int id;

  operator Face<T>() const& { return {corners, normal, id}; }
};

/// The ids of a box's faces are 2 * axis, and one more on the negative side.
template <class T>
BoxFace<T> face_towards(const Box<T>& box, const Vector<T>& direction) {
  using std::abs;
  const Vector<T> local = to_local(box.axes, direction);
  const T x = abs(local.x), y = abs(local.y), z = abs(local.z);
  const std::size_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const std::array<T, 3> half = {box.half_extents.x, box.half_extents.y, box.half_extents.z};
  const bool negative = dot(box.axes[axis], direction) < 0;
  const Vector<T> normal = negative ? -box.axes[axis] : box.axes[axis];
  const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
  const Vector<T> u = box.axes[next] * half[next];
  const Vector<T> v = (negative ? -box.axes[last] : box.axes[last]) * half[last];
  const Vector<T> middle = box.center + normal * half[axis];
  return {{middle - u - v, middle + u - v, middle + u + v, middle - u + v},
          normal,
          static_cast<int>(2 * axis) + (negative ? 1 : 0)};
}

/// What a contact is made of, for as long as it is. Edge k of a face runs from its corner k to the next. An edge of the
/// incident face is told as k, a side of the reference face as -1 - k; a single point has none (both are `no_edge`).
struct Feature {
  static constexpr int no_edge = (std::numeric_limits<int>::min)();
  int face_a, face_b;
  bool reference_is_a;
  int first_edge, second_edge;

  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

template <class V>
struct ContactPoint {
  typename V::Scalar depth;  ///< along the normal; negative if they do not touch there yet
  V on_a, on_b;
  Feature feature;
};

/// Up to four contacts.
template <class T>
struct Manifold {
  Vector<T> normal{};  ///< unit, from b to a
  std::array<ContactPoint<Vector<T>>, 4> point{};
  std::size_t count = 0;

  const ContactPoint<Vector<T>>* begin() const noexcept { return point.data(); }
  const ContactPoint<Vector<T>>* end() const noexcept { return point.data() + count; }
};

/// A corner of the polygon while it is clipped, and the edges that come in and go out there, named as in `Feature`.
template <class T>
struct ClippedCorner {
  Vector<T> at;
  int before, after;
};

template <class T>
using ClippedPolygon = std::vector<ClippedCorner<T>>;

/// What of the polygon has at.normal <= offset. The new edge along the plane is `label`.
template <class T>
ClippedPolygon<T> clipped(const ClippedPolygon<T>& polygon, const Vector<T>& normal, const T& offset, int label) {
  ClippedPolygon<T> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClippedCorner<T>&from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const T out_from = dot(from.at, normal) - offset, out_to = dot(to.at, normal) - offset;
    if (out_from <= 0) kept.push_back(from);
    if ((out_from <= 0) == (out_to <= 0)) continue;
    const Vector<T> crossing = from.at + (to.at - from.at) * (out_from / (out_from - out_to));
    const bool leaves = out_from <= 0;
    kept.push_back({crossing, leaves ? from.after : label, leaves ? label : from.after});
  }
  return kept;
}

/// The incident face, cut by all sides of the reference face.
template <class T>
ClippedPolygon<T> clip_to_sides(const Face<T>& reference, const Face<T>& incident) {
  ClippedPolygon<T> polygon;
  const int count = static_cast<int>(incident.corners.size());
  for (int k = 0; k < count; ++k) {
    polygon.push_back({incident.corners[static_cast<std::size_t>(k)], (k + count - 1) % count, k});
  }
  const T shortest = shortest_side(reference);
  for (std::size_t k = 0; k < reference.corners.size(); ++k) {
    const Vector<T>&from = reference.corners[k], &to = reference.corners[(k + 1) % reference.corners.size()];
    if (!(largest_magnitude(to - from) > shortest)) continue;
    const Vector<T> outward = with_length(cross(to - from, reference.normal), T(1));
    polygon = clipped(polygon, outward, dot(outward, from), -1 - static_cast<int>(k));
  }
  return polygon;
}

/// The index of the contact that `measure` makes the most of. Of equal ones the first.
template <class Contacts, class Measure>
std::size_t index_of_most(const Contacts& contacts, const Measure& measure) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < contacts.size(); ++i) {
    if (measure(contacts[i]) > measure(contacts[best])) best = i;
  }
  return best;
}

/// Four of the contacts: the deepest, and as much area as there is.
template <class T>
void keep_four(Manifold<T>& manifold, std::vector<ContactPoint<Vector<T>>> contacts) {
  using Contact = ContactPoint<Vector<T>>;
  const auto take = [&](std::size_t i) {
    manifold.point[manifold.count++] = contacts[i];
    contacts.erase(contacts.begin() + static_cast<std::ptrdiff_t>(i));
  };
  const auto at = [&](std::size_t i) -> const Vector<T>& { return manifold.point[i].on_a; };
  const auto area = [&](const Vector<T>& p, const Vector<T>& q, const Vector<T>& r) {
    return dot(manifold.normal, cross(q - p, r - p));
  };
  if (contacts.size() > 4) {
    take(index_of_most(contacts, [](const Contact& c) { return c.depth; }));
    take(index_of_most(contacts, [&](const Contact& c) { return dot(c.on_a - at(0), c.on_a - at(0)); }));
    take(index_of_most(contacts, [&](const Contact& c) {
      const T doubled = area(at(0), at(1), c.on_a);
      return doubled < 0 ? -doubled : doubled;
    }));
    // The triangle's corners run around it this way; a point beyond an edge adds the triangle that it makes with that.
    const T way = area(at(0), at(1), at(2)) < 0 ? T(-1) : T(1);
    take(index_of_most(contacts, [&](const Contact& c) {
      T most = -way * area(at(0), at(1), c.on_a);
      for (std::size_t i = 1; i < 3; ++i) {
        const T added = -way * area(at(i), at((i + 1) % 3), c.on_a);
        if (added > most) most = added;
      }
      return most;
    }));
    return;
  }
  while (!contacts.empty()) take(0);
}

/// How well a face looks in a direction: the cosine between its normal and that. A thin one does not at all.
template <class T>
T alignment(const Face<T>& face, const Vector<T>& direction) {
  return is_thin(face) ? T(-1) : dot(face.normal, direction);
}

/// Is the first of two faces (in the plane: edges) the reference, by how well they are aligned and how large they are?
template <class T>
bool first_is_reference(const T& cosine, const T& size, const T& other_cosine, const T& other_size) {
  const T clearly = static_cast<T>(clearly_aligned);
  if (cosine > other_cosine + clearly || other_cosine > cosine + clearly) return cosine > other_cosine;
  return !(other_size > size * static_cast<T>(clearly_larger));
}

/// The contacts of two faces that look at each other, at most `margin` apart.
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

/// The contacts of two polytopes at most `margin` apart, a distance; none if they are farther. A and B are boxes or
/// hulls with faces, or whatever has a support mapping and a `face_towards`. With the margin 0 two that only just touch
/// have contacts or none, as rounding has it; with an infinite one there is always a contact. Of NaN in a shape comes
/// some manifold with numbers of no meaning, of a NaN margin an empty one. Costs a `signed_distance`, and O(corners of
/// one face * corners of the other); allocates.
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
