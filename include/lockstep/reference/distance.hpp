// The scalar reference of the distance form of GJK: the distance of two convex shapes, with bounds and the two nearest
// points (witness points).
//
//   using namespace lockstep::reference;
//   auto gap = distance(Sphere<double>{{0, 0, 0}, 1}, Aabb<double>{{2, -1, -1}, {3, 1, 1}});
//   // gap.lower <= 1 <= gap.upper, gap.on_a = {1, 0, 0}, gap.on_b = {2, 0, 0}, gap.normal = {-1, 0, 0}
//
// THE IDEA. The distance of A and B is that of A - B (gjk.hpp) from the origin O. Let v be the point nearest to O of
// the hull of some points of A - B, a simplex. No point of A - B lies further towards O than the support point w of -v:
//
//          O                    |v|        is an upper bound of the distance: v is a point of A - B;
//          |\                   v.w / |v|  is a lower one: A - B lies wholly behind the line (plane) through w that is
//     ---- | -w ----------                 perpendicular to v.
//          |   \    A - B
//     .----v----.               If the two agree, v is the answer. Else w lies nearer to O than the simplex does: it
//    /  simplex  \              joins, and the part of the new simplex that is nearest to O is kept (nearest.hpp).
//
// Both bounds hold whenever the search stops, so the result has both. `lower` is the best that any direction has given,
// and `normal` is that direction: if `lower` > 0, the shapes are at least that far apart along it.
//
// IT ENDS when upper - lower is at most `tolerance` times upper; when the simplex encloses O, or v is O up to rounding;
// when the new point brings no progress: it is a corner already, or v came no nearer, which only rounding can cause
// (without this test such a search cycles); or after `max_distance_iterations`. The shapes count as overlapping if no
// direction has separated them.
//
// IN FLOATING POINT the bounds are those of the computed support points: off by some roundings of the largest
// coordinate of the two shapes. A support point with a NaN is ignored: if all have one, the answer is an overlap with
// the bounds zero and infinity. In float the coordinates of A - B should stay between about 1e-9 and 1e9 (nearest.hpp).
// The bounds of larger ones are right, but may be wide; below 1e-19, where squares vanish, everything is contact.
//
// Complexity: at most 1 + `max_distance_iterations` support points of each shape.
// Allocates: nothing.
// Throws: nothing, unless a watcher does.
// Threads: safe; no shared state.
//
// Sources: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", 1988; G. van den Bergen, "A fast and robust GJK implementation for collision detection of
// convex objects", 1999, for the two bounds and the termination.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include <lockstep/reference/nearest.hpp>
#include <lockstep/reference/observer.hpp>
#include <lockstep/reference/support.hpp>
#include <lockstep/reference/vector.hpp>

namespace lockstep::reference {

inline constexpr int max_distance_iterations = 128;

/// The allowed width of the interval of an answer, as a share of its upper end. Not a promise: rounding may leave it
/// wider.
template <class T>
inline constexpr T default_tolerance = T(64) * std::numeric_limits<T>::epsilon();

/// The distance of two shapes, in the unit of their coordinates.
template <class V>
struct Distance {
  using Scalar = typename V::Scalar;
  Scalar lower, upper;  ///< the distance lies between the two: 0 <= lower <= upper <= infinity
  V on_a, on_b;         ///< the points that are `upper` apart; in an overlap a common point, up to `upper`
  V normal;             ///< unit, from b to a; meaningless if the shapes overlap
  bool overlapping;     ///< no direction separates them: contact, or NaN, counts as well
};

/// A shape B of the world of the shape A, space or the plane.
template <class B, class A>
concept InWorldOf = SupportMappingOver<A, VectorOf<A>> && SupportMappingOver<B, VectorOf<A>>;

template <class V>
inline constexpr std::size_t dimension = 3;

/// The largest coordinate of a point of A - B, which scales the rounding errors.
template <class V>
typename V::Scalar size_of(const SupportPoints<V>& corner) noexcept {
  return largest_magnitude(corner.difference);
}

/// A search for the point of A - B that is nearest to O.
template <class V>
struct DistanceSearch {
  using T = typename V::Scalar;
  std::array<SupportPoints<V>, 4> corner;  ///< of the simplex, or of its part that is kept
  std::array<T, 4> weight;
  std::size_t count;
  V v;                                             ///< the nearest point so far
  T upper = std::numeric_limits<T>::infinity();    ///< its distance
  T squared = std::numeric_limits<T>::infinity();  ///< the square of that, before the root was rounded
  T lower = -std::numeric_limits<T>::infinity();   ///< the best bound of any direction; negative if none separates
  V normal{};                                      ///< that direction
  T size;                                          ///< the largest coordinate of a corner so far
  bool enclosed = false;                           ///< the simplex encloses O
};

/// Keeps the part of the simplex that is nearest to O.
template <class V>
void keep(DistanceSearch<V>& s, const Nearest<V>& part) noexcept {
  using std::sqrt;
  const auto corner = s.corner;
  for (std::size_t i = 0; i < part.count; ++i) s.corner[i] = corner[part.corner[i]];
  s.weight = part.weight;
  s.count = part.count;
  s.v = part.v;
  s.squared = part.squared;
  s.upper = sqrt(part.squared);
}

/// All of A - B lies behind the plane through w that is perpendicular to v: a lower bound, maybe the best so far.
template <class V>
void prove(DistanceSearch<V>& s, const SupportPoints<V>& w) noexcept {
  using T = typename V::Scalar;
  const V unit = with_length(s.v, T(1));
  const T lower = dot(unit, w.difference);
  if (!(lower > s.lower)) return;
  s.lower = lower;
  s.normal = unit;
}

/// Whether w is a corner of the simplex already. NaN counts as one, because it brings no progress either.
template <class V>
bool is_corner(const DistanceSearch<V>& s, const SupportPoints<V>& w) noexcept {
  for (std::size_t i = 0; i < s.count; ++i) {
    if (!(largest_magnitude(s.corner[i].difference - w.difference) > 0)) return true;
  }
  return false;
}

/// Whether this part of the simplex brings progress. A simplex cannot enclose O if a direction has separated.
template <class V>
bool is_progress(const DistanceSearch<V>& s, const Nearest<V>& part) noexcept {
  return part.count > dimension<V> ? !(s.lower > 0) : part.squared < s.squared;
}

/// Adds w to the simplex. False if that brings no progress.
template <class V>
bool advance(DistanceSearch<V>& s, const SupportPoints<V>& w) noexcept {
  if (is_corner(s, w)) return false;
  s.corner[s.count] = w;
  if (size_of(w) > s.size) s.size = size_of(w);
  Points<V> points{};
  for (std::size_t i = 0; i <= s.count; ++i) points[i] = s.corner[i].difference;
  Nearest<V> part = nearest_of(points, s.count + 1, Sides::beyond);
  if (!is_progress(s, part)) part = nearest_of(points, s.count + 1, Sides::all);
  if (!is_progress(s, part)) return false;
  s.enclosed = part.count > dimension<V>;
  keep(s, part);
  return true;
}

/// Whether v is the origin, up to rounding.
template <class V>
bool is_at_origin(const DistanceSearch<V>& s) noexcept {
  using T = typename V::Scalar;
  return !(s.upper > std::numeric_limits<T>::epsilon() * s.size);
}

/// The default watcher, which does nothing.
struct Unmeasured {
  constexpr void operator()(const auto& /*search*/, const auto& /*support*/) const noexcept {}
};

/// Starts from an arbitrary point of A - B. The watcher is called with the search and each support point, after the
/// bound of its plane and before the point joins the simplex.
template <class A, class B, class Watcher = Unmeasured>
DistanceSearch<VectorOf<A>> nearest_to_origin(
    const MinkowskiDifference<A, B>& shape, const typename A::Scalar& tolerance,
    int iterations = max_distance_iterations,
    Watcher&& watcher = Watcher()) noexcept(noexcept(watcher(std::declval<DistanceSearch<VectorOf<A>>>(),
                                                             std::declval<SupportPoints<VectorOf<A>>>()))) {
  using V = VectorOf<A>;
  using T = typename A::Scalar;
  DistanceSearch<V> s{};
  s.v.x = T(1);
  s.corner[0] = support_points(shape, s.v);
  s.size = size_of(s.corner[0]);
  keep(s, nearest_of_point(Points<V>{s.corner[0].difference}, 0));
  for (int i = 0; i < iterations && !s.enclosed && !is_at_origin(s); ++i) {
    const SupportPoints<V> w = support_points(shape, -s.v);
    prove(s, w);
    watcher(std::as_const(s), w);
    if (!(s.upper - s.lower > tolerance * s.upper) || !advance(s, w)) break;
  }
  return s;
}

/// The points of A and B whose difference is v.
template <class V>
SupportPoints<V> witnesses(const DistanceSearch<V>& s) noexcept {
  SupportPoints<V> points{};
  for (std::size_t i = 0; i < s.count; ++i) {
    points.on_a = points.on_a + s.corner[i].on_a * s.weight[i];
    points.on_b = points.on_b + s.corner[i].on_b * s.weight[i];
  }
  points.difference = s.v;
  return points;
}

/// The result of the search. Bounds that are NaN become zero and infinity.
template <class V>
Distance<V> distance_of(const DistanceSearch<V>& s) noexcept {
  using T = typename V::Scalar;
  const SupportPoints<V> points = witnesses(s);
  const bool overlapping = !(s.lower > 0);
  T upper = s.enclosed ? T(0) : s.upper;
  if (!(upper >= 0)) upper = std::numeric_limits<T>::infinity();
  const T lower = overlapping ? T(0) : s.lower < upper ? s.lower : upper;
  return {lower, upper, points.on_a, points.on_b, s.normal, overlapping};
}

/// The distance of two shapes; if they overlap, `lower` is 0 and so is `upper`, up to rounding. The search goes on
/// until the bounds agree up to `tolerance`.
template <class A, InWorldOf<A> B>
Distance<VectorOf<A>> distance(const A& a, const B& b,
                               const typename A::Scalar& tolerance = default_tolerance<typename A::Scalar>) noexcept {
  return distance_of(nearest_to_origin(MinkowskiDifference<A, B>{a, b}, tolerance));
}

}  // namespace lockstep::reference
