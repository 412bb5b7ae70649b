// Two balls or capsules, of space or of the plane: the signed distance by the nearest points of their segments, in
// lanes. Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Half edge of a core: zero for a ball.
template <class V>
V half_edge(const PointCoreOf<V>& /*ball*/) {
  return by_axis<V>([](unsigned) { return Real(0); });
}
template <class V>
const V& half_edge(const SegmentCoreOf<V>& capsule) {
  return capsule.edge;
}

/// Tries the directions perpendicular to two segments; in the plane, perpendicular to one of them.
template <class A, class B, class V>
void try_normals(const Cores<A, B>& cores, const V& e, const V& f, Mask lanes, SignedDistanceOf<V>& found) {
  if constexpr (std::is_same_v<V, Vec>)
    try_normal(cores, cross(e, f), lanes, found);
  else
    try_normal(cores, left_of(e), lanes, found), try_normal(cores, left_of(f), lanes, found);
}

/// If segments cross or touch, the vector between their nearest points is rounding error, so this tries directions
/// perpendicular to them. Lanes in which that fails, such as crossing segments of the plane, keep a wide interval.
template <class A, class B>
auto round_distance(const Cores<A, B>& cores, Mask lanes) {
  using V = typename Cores<A, B>::V;
  constexpr bool is_ball_a = std::is_same_v<A, PointCoreOf<V>>, is_ball_b = std::is_same_v<B, PointCoreOf<V>>;
  const V c = cores.center, e = half_edge(cores.a), f = half_edge(cores.b);
  Real s = 0, t = 0;
  if constexpr (!is_ball_a && !is_ball_b) {
    const Real ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), ec = dot(e, c), fc = dot(f, c);
    s = unit_ratio(ef * fc - ec * ff, ee * ff - ef * ef);
    t = unit_ratio(s * ef + fc, ff);
    s = unit_ratio(t * ef - ec, ee);
  } else if constexpr (!is_ball_b) {
    t = unit_ratio(dot(f, c), dot(f, f));
  } else if constexpr (!is_ball_a) {
    s = unit_ratio(-dot(e, c), dot(e, e));
  }
  const V on_a = cores.a.center + e * s, on_b = cores.b.center + f * t, between = on_a - on_b;
  const Real upper = upper_bound(between, cores.slack);
  if constexpr (is_ball_a && is_ball_b) {
    const V v = select(dot(between, between) > Real(0), between, along_x(between));
    return SignedDistanceOf<V>{lower_bound(v, between, cores.slack), upper, on_a, on_b, v};
  } else {
    SignedDistanceOf<V> found{lower_bound(between, cores.support(-between, lanes).w, cores.slack), upper, on_a, on_b,
                              between};
    const Mask crossing = lanes & !(found.lower > Real(0));
    if (any(crossing)) try_normals(cores, e, f, crossing, found);
    return found;
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
