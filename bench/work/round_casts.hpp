// First contacts by the scalar reference, in float (to be timed) or double (to judge): for spheres and capsules those
// of points and segments with the radii subtracted from each gap, so that no search has to approximate a round surface.
#pragma once

#include <utility>

#include <lockstep/reference/cast.hpp>

namespace lockstep::bench {

/// A shape, and the distance of the surface beyond it.
template <class Shape>
struct Core {
  Shape shape;
  typename Shape::Scalar radius;
};

template <class V>
Core<reference::SinglePoint<V>> core_of(const reference::Ball<V>& ball) {
  return {{ball.center}, ball.radius};
}
template <class T>
auto core_of(const reference::Capsule<T>& capsule) {
  return Core<decltype(capsule.shape)>{capsule.shape, capsule.radius};
}
template <class Shape>
Core<reference::Borrowed<Shape>> core_of(const Shape& shape) {
  return {{shape}, 0};
}

/// A path (reference/cast.hpp) of shapes with radii, `reach` in total.
template <class A, class B>
struct RoundPath {
  using V = reference::VectorOf<A>;
  using T = typename A::Scalar;
  reference::TranslationPath<A, B> cores;
  T reach;

  [[nodiscard]] reference::Distance<V> distance_at(const T& t) const noexcept {
    reference::Distance<V> gap = cores.distance_at(t);
    gap.lower = gap.lower > reach ? gap.lower - reach : T(0);
    gap.overlapping = gap.overlapping || gap.upper < reach;
    gap.upper = gap.upper > reach ? gap.upper - reach : T(0);
    return gap;
  }
  [[nodiscard]] T closing_speed(const V& normal) const noexcept { return cores.closing_speed(normal); }
};

/// As reference::first_contact.
template <class A, class B, class V>
reference::Cast<V> cast_towards(const A& a, const B& b, const V& motion) {
  using T = typename V::Scalar;
  const auto core_a = core_of(a);
  const auto core_b = core_of(b);
  using PathOf = RoundPath<decltype(core_a.shape), decltype(core_b.shape)>;
  const T size = reference::size_of(reference::MinkowskiDifference<A, B>{a, b});
  const PathOf path{{core_a.shape, core_b.shape, motion}, core_a.radius + core_b.radius};
  return reference::advance_along<V>(path, size, reference::default_tolerance<T>);
}

}  // namespace lockstep::bench
