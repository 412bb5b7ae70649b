// The scalar reference of penetration depth, as far as epa.hpp and epa2.hpp share it: the result, the first corners of
// the polytope, and the answer if there is no polytope, because A - B is flat or has a NaN.
//
// Allocates: lists of corners.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <lockstep/reference/distance.hpp>
#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

inline constexpr int max_expansions = 256;

/// The depth of two overlapping shapes is the length of the shortest translation that separates them, in the unit of
/// their coordinates.
template <class V>
struct Depth {
  using Scalar = typename V::Scalar;
  Scalar lower, upper;  ///< the depth lies between the two: 0 <= lower <= upper <= infinity
  V on_a, on_b;         ///< the deepest points: on_b - on_a is `upper` times the normal, as far as the two bounds agree
  V normal;             ///< unit, from b to a: a moved along it by `upper` is no deeper than in contact
};

/// The corners of a polytope inside A - B.
template <class V>
using PolytopeCorners = std::vector<SupportPoints<V>>;

/// The default watcher, which does nothing. A watcher is called with the corners of the polytope, its nearest face
/// (edge), the support point along the normal of that before it becomes a corner, and the bounds of the depth so far.
struct Unexpanded {
  constexpr void operator()(const auto& /*corners*/, const auto& /*nearest*/, const auto& /*support*/,
                            const auto& /*depth*/) const noexcept {}
};

/// Both directions along each axis of the coordinates.
template <class T>
constexpr std::array<Vector<T>, 6> axis_directions(const Vector<T>&) noexcept {
  const T o(0), i(1);
  return {{{i, o, o}, {-i, o, o}, {o, i, o}, {o, -i, o}, {o, o, i}, {o, o, -i}}};
}

template <class T>
constexpr std::array<Vector2<T>, 4> axis_directions(const Vector2<T>&) noexcept {
  const T o(0), i(1);
  return {{{i, o}, {-i, o}, {o, i}, {o, -i}}};
}

/// The largest coordinate of either shape or of their difference.
template <class A, class B>
typename A::Scalar size_of(const MinkowskiDifference<A, B>& shape) noexcept {
  using T = typename A::Scalar;
  T size(0);
  for (const VectorOf<A>& direction : axis_directions(VectorOf<A>{})) {
    const SupportPoints<VectorOf<A>> w = support_points(shape, direction);
    for (const T& largest : {largest_magnitude(w.on_a), largest_magnitude(w.on_b), largest_magnitude(w.difference)}) {
      if (largest > size) size = largest;
    }
  }
  return size;
}

/// The smallest distance among coordinates of this size that exceeds the rounding errors.
template <class T>
constexpr T rounding_of(const T& size) noexcept {
  return T(8) * std::numeric_limits<T>::epsilon() * size;
}

/// Adds the support point with the largest `measure` among all directions. False if none exceeds `rounding`: A - B has
/// no extent there.
template <class Shape, std::size_t Count, class Measure>
bool add_furthest(const Shape& shape, PolytopeCorners<VectorOf<Shape>>& corners,
                  const std::array<VectorOf<Shape>, Count>& directions, const typename Shape::Scalar& rounding,
                  const Measure& measure) {
  using V = VectorOf<Shape>;
  using T = typename Shape::Scalar;
  SupportPoints<V> furthest{};
  T most = rounding;
  for (const V& direction : directions) {
    const SupportPoints<V> w = support_points(shape, direction);
    const T off = measure(w.difference);
    if (!(off > most)) continue;
    most = off;
    furthest = w;
  }
  if (!(most > rounding)) return false;
  corners.push_back(furthest);
  return true;
}

/// A - B has no interior, so its depth is 0 up to rounding, and the way out is along `normal`, which is perpendicular
/// to it.
template <class Shape>
Depth<VectorOf<Shape>> flat_depth(const Shape& shape, const DistanceSearch<VectorOf<Shape>>& search,
                                  const VectorOf<Shape>& normal) {
  using V = VectorOf<Shape>;
  using T = typename Shape::Scalar;
  const SupportPoints<V> points = witnesses(search);
  const V out = with_length(normal, T(1));
  const T upper = dot(support_points(shape, out).difference, out);
  return {T(0), upper > 0 ? upper : T(0), points.on_a, points.on_b, -out};
}

/// The deepest points: those of A and B whose difference is the origin's foot on a face (an edge) of A - B.
template <class V>
Depth<V> depth_at(const PolytopeCorners<V>& corners, const std::array<std::size_t, 3>& face, const Nearest<V>& foot,
                  const V& outward, const typename V::Scalar& upper) {
  using T = typename V::Scalar;
  Depth<V> depth{};
  for (std::size_t i = 0; i < foot.count; ++i) {
    const SupportPoints<V>& corner = corners[face[foot.corner[i]]];
    depth.on_a = depth.on_a + corner.on_a * foot.weight[i];
    depth.on_b = depth.on_b + corner.on_b * foot.weight[i];
  }
  depth.normal = -outward;
  depth.upper = upper > 0 ? upper : T(0);  // a plane that O is not behind: they just touch
  return depth;
}

/// The depth when only its sign is known: 0 to infinity, with the points and the direction of the search's last step.
template <class V>
Depth<V> unknown_depth(const DistanceSearch<V>& search) {
  using T = typename V::Scalar;
  const SupportPoints<V> points = witnesses(search);
  return {T(0), std::numeric_limits<T>::infinity(), points.on_a, points.on_b, search.normal};
}

/// Neither NaN nor infinite.
template <class T>
constexpr bool is_finite(const T& x) noexcept {
  constexpr T largest = (std::numeric_limits<T>::max)();
  return x >= -largest && x <= largest;
}

/// Whether the search ended with numbers, and products of two coordinates of this size keep all their digits. In float
/// that holds from about 1e-15 to 1e18, and for 0.
template <class V>
bool is_measurable(const DistanceSearch<V>& search, const typename V::Scalar& size) noexcept {
  using Limits = std::numeric_limits<typename V::Scalar>;
  const bool vanishes = size > 0 && size * size * Limits::epsilon() < (Limits::min)();
  return is_finite(search.upper) && is_finite(size * size * 64) && !vanishes;
}

}  // namespace lockstep::reference
