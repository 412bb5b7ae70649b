// The scalar reference of GJK: the textbook boolean form (overlap test). Do two convex shapes meet? One pair at a time.
//
//   using namespace lockstep::reference;
//   bool hit = intersect(Sphere<float>{{0, 0, 0}, 1}, Capsule<float>{{{2, 0, 0}, {1, 1, 0}}, 0.25F});
//
// THE IDEA. A shape is known only through its support mapping: the point that lies furthest in a given direction. That
// is enough, because
//   * A and B meet exactly if some point of A equals some point of B, that is, if the Minkowski difference
//     A - B = { p - q : p in A, q in B } contains the origin O; and
//   * A - B is convex, and its support is support_A(v) - support_B(-v), so it never has to be built.
//
// GJK searches for O inside A - B with a simplex (segment, triangle, tetrahedron) of support points. It takes the
// support point `a` in direction `v`, which points from the simplex to O. If even `a` does not reach O (a.v < 0), the
// plane through O with normal v separates: A - B lies wholly behind it, and the answer is no. Otherwise `a` joins the
// simplex, the part of the simplex that is nearest to O is kept, and v is turned to point from that part to O. If the
// simplex encloses O, the answer is yes.
//
// THE STATE is (n, v, b, c, d): n retained points, b the newest. The point just found is `a`; it is always a corner of
// the part that is kept, because it lies further towards O than all retained points.
//
// THE TRIANGLE (n = 2): `a` joins the edge BC, v was perpendicular to BC and pointed to O.
//
//               A
//        .            .       Regions that may hold O            Regions that cannot
//          .   a    .           AB, AC   beyond an edge at A       A      O is no further than `a` along v
//      AB    ./ \ .   AC        ABC      above or below            BC     O is on the side of BC to which v points
//           ./   \.                      (inside the outline)      B, C   O was nearest to the inside of BC
//      . . b ----- c . .
//      B   .  BC   .   C
//
// THE TETRAHEDRON (n = 3): `a` joins the triangle BCD, v was its normal and pointed to O. Seen from `a` towards BCD:
//
//                c            Regions that may hold O            Regions that cannot
//               /|\             ABC, ACD, ADB  over a face        A            O is no further than `a` along v
//              / | \            AB, AC, AD     beyond an edge    BCD          O is on the side to which v points
//        ACD  /  |  \  ABC      inside         O is enclosed     BC, CD, DB,  O was nearest to the inside of BCD
//            /  .a.  \                                           B, C, D
//           / .'   '. \       The normals abc = ab x ac, acd = ac x ad and adb = ad x ab point outward as long as
//          d --------- b      b, c, d run counter-clockwise seen from `a`; the kept part is stored in that order.
//               ADB
//
// Every test is the sign of a dot product; no vector is normalised, and no distance is computed.
//
// IN EXACT ARITHMETIC this ends with the right answer, contact counting as yes. In floating point a pair within
// rounding of contact can get either answer or cycle: after `max_iterations` the answer is a conservative yes. NaN
// fails every comparison, so it is a yes as well, and the loop always ends. v grows with the third power of the
// coordinates and the tests with the fourth: in float the coordinates should stay between about 1e-8 and 1e8.
//
// OBSERVER: the last argument of `intersect` is called with each step (observer.hpp): the direction, the support point,
// the region that held O, and the reason for the end of the search. The default observer costs nothing.
//
// Complexity: at most 2 + `max_iterations` support points of each shape.
// Allocates: nothing.
// Throws: nothing, unless the observer does.
// Threads: safe; no shared state.
//
// Sources: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", 1988; C. Muratori, "Implementing GJK", 2006, for finding the region by sides instead of by
// distances.
#pragma once

#include <type_traits>

#include <lockstep/reference/observer.hpp>
#include <lockstep/reference/support.hpp>
#include <lockstep/reference/vector.hpp>

namespace lockstep::reference {

inline constexpr int max_iterations = 32;

template <class T>
struct Simplex {
  int n;              ///< retained points: 2 (b, c) or 3 (b, c, d)
  Vector<T> v;        ///< from the simplex to the origin
  Vector<T> b, c, d;  ///< newest first; if n = 3, counter-clockwise seen from the side to which v points
};

template <class T>
constexpr Corners<Vector<T>> corners(const Simplex<T>& s) noexcept {
  return s.n == 2 ? Corners<Vector<T>>{s.b, s.c} : Corners<Vector<T>>{s.b, s.c, s.d};
}

/// The part of `to_origin` that is perpendicular to `edge`, times the square of the edge's length.
template <class T>
constexpr Vector<T> perpendicular(const Vector<T>& edge, const Vector<T>& to_origin) noexcept {
  return cross(cross(edge, to_origin), edge);
}

// The functions below keep the part of the simplex that is nearest to O, and return the region that held O.

/// The edge from `a` to a retained point.
template <class T>
struct Edge {
  Vector<T> to;
  Region region;
};

template <class T>
constexpr Region keep_edge(Simplex<T>& s, const Vector<T>& a, const Edge<T>& edge) noexcept {
  s.n = 2;
  s.v = perpendicular(edge.to - a, -a);
  s.b = a;
  s.c = edge.to;
  return edge.region;
}

/// The face APQ with this normal, which points to O.
template <class T>
constexpr Region keep_face(Simplex<T>& s, const Vector<T>& a, const Edge<T>& ap, const Edge<T>& aq,
                           const Vector<T>& normal) noexcept {
  s.n = 3;
  s.v = normal;
  s.b = a;
  s.c = ap.to;
  s.d = aq.to;
  return ap.region | aq.region;
}

/// O is over the face APQ with this outward normal. If O is beyond an edge at A, keeps the edge, else the face.
template <class T>
constexpr Region keep_face_or_edge(Simplex<T>& s, const Vector<T>& a, const Edge<T>& ap, const Edge<T>& aq,
                                   const Vector<T>& normal) noexcept {
  const Vector<T> ao = -a;
  if (dot(cross(normal, aq.to - a), ao) > 0) return keep_edge(s, a, aq);
  if (dot(cross(ap.to - a, normal), ao) > 0) return keep_edge(s, a, ap);
  return keep_face(s, a, ap, aq, normal);
}

/// `a` joins the edge BC. A triangle has no inside, so the search always goes on.
template <class T>
constexpr Region update_triangle(Simplex<T>& s, const Vector<T>& a) noexcept {
  const Edge<T> b{s.b, Region::ab}, c{s.c, Region::ac};
  const Vector<T> ao = -a, ab = s.b - a, ac = s.c - a;
  const Vector<T> abc = cross(ab, ac);
  if (dot(cross(ab, abc), ao) > 0) return keep_edge(s, a, b);
  if (dot(cross(abc, ac), ao) > 0) return keep_edge(s, a, c);
  if (dot(abc, ao) > 0) return keep_face(s, a, b, c, abc);  // above
  return keep_face(s, a, c, b, -abc);                       // below: turned over
}

/// `a` joins the triangle BCD. Region::abcd: the tetrahedron encloses the origin.
template <class T>
constexpr Region update_tetrahedron(Simplex<T>& s, const Vector<T>& a) noexcept {
  const Edge<T> b{s.b, Region::ab}, c{s.c, Region::ac}, d{s.d, Region::ad};
  const Vector<T> ao = -a, ab = s.b - a, ac = s.c - a, ad = s.d - a;
  const Vector<T> abc = cross(ab, ac), acd = cross(ac, ad), adb = cross(ad, ab);
  const bool over_abc = dot(abc, ao) > 0, over_acd = dot(acd, ao) > 0, over_adb = dot(adb, ao) > 0;

  // Over none: enclosed. (BCD needs no test, see above.)
  if (!over_abc && !over_acd && !over_adb) return Region::abcd;

  // Over one face: keep it or one of its edges. Over two: keep the second if O is beyond their common edge as seen from
  // the first, else the first. Over three would be region A, which only rounding can cause: any choice will do.
  const bool leave_abc = (over_acd && dot(cross(abc, ac), ao) > 0) || (over_adb && dot(cross(ab, abc), ao) > 0);
  if (over_abc && !leave_abc) return keep_face_or_edge(s, a, b, c, abc);
  if (over_acd && !(over_adb && dot(cross(acd, ad), ao) > 0)) return keep_face_or_edge(s, a, c, d, acd);
  return keep_face_or_edge(s, a, d, b, adb);
}

/// Whether a convex set contains the origin. Reaching the iteration cap means yes.
template <SupportMapping Shape, class Watcher = Unobserved>
  requires Observer<Watcher, VectorOf<Shape>>
constexpr bool contains_origin(const Shape& shape, int iterations = max_iterations,
                               Watcher&& watcher = Watcher()) noexcept(never_throws<Watcher, VectorOf<Shape>>) {
  using T = typename Shape::Scalar;
  Steps<Shape, std::remove_reference_t<Watcher>> steps(shape, watcher);

  // The first two points need no case analysis: O is beyond neither, so it is nearest to the inside of their segment.
  Simplex<T> s{};
  s.v = {T(1), T(0), T(0)};
  s.c = steps.support(s.v);
  if (dot(s.c, s.v) < 0) return steps.separated();
  steps.kept(Region::a, {s.c});
  s.v = -s.c;
  s.b = steps.support(s.v);
  if (dot(s.b, s.v) < 0) return steps.separated();
  steps.kept(Region::ab, {s.b, s.c});
  s.v = perpendicular(s.c - s.b, -s.b);
  s.n = 2;

  for (int i = 0; i < iterations; ++i) {
    const Vector<T> a = steps.support(s.v);
    if (dot(a, s.v) < 0) return steps.separated();  // the plane through O with normal v separates
    const Region region = s.n == 2 ? update_triangle(s, a) : update_tetrahedron(s, a);
    if (region == Region::abcd) return steps.enclosed();
    steps.kept(region, corners(s));
  }
  return steps.gave_up();
}

/// Whether two convex shapes have a point in common. Contact is yes. The observer sees each step.
template <SupportMapping A, SupportMapping B, class Watcher = Unobserved>
  requires Observer<Watcher, VectorOf<A>>
constexpr bool intersect(const A& a, const B& b,
                         Watcher&& watcher = Watcher()) noexcept(never_throws<Watcher, VectorOf<A>>) {
  return contains_origin(MinkowskiDifference<A, B>{a, b}, max_iterations, watcher);
}

}  // namespace lockstep::reference
