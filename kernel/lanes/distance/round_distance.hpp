// Two balls or capsules: the signed distance by the nearest points of their segments, in lanes. Source: C. Ericson,
// "Real-Time Collision Detection", 2005, 5.1.9.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Half edge of a core: none of a ball.
inline Vec half_edge(const PointCore& /*ball*/) { return {Real(0), Real(0), Real(0)}; }
inline Vec half_edge(const SegmentCore& capsule) { return capsule.edge; }

/// Where segments cross or touch, the way between their nearest points is rounding: at right angles to both then. Lanes
/// that it does not serve keep a wide interval.
template <class A, class B>
SignedDistance round_distance(const Cores<A, B>& cores, Mask lanes) {
  constexpr bool is_ball_a = std::is_same_v<A, PointCore>, is_ball_b = std::is_same_v<B, PointCore>;
  const Vec c = cores.center, e = half_edge(cores.a), f = half_edge(cores.b);
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
  const Vec on_a = cores.a.center + e * s, on_b = cores.b.center + f * t, between = on_a - on_b;
  const Real upper = upper_bound(between, cores.slack);
  if constexpr (is_ball_a && is_ball_b) {
    const Vec x{Real(1), Real(0), Real(0)};
    const Vec v = select(dot(between, between) > Real(0), between, x);
    return {lower_bound(v, between, cores.slack), upper, on_a, on_b, v};
  } else {
    SignedDistance found{lower_bound(between, cores.support(-between, lanes).w, cores.slack), upper, on_a, on_b,
                         between};
    const Mask crossing = lanes & !(found.lower > Real(0));
    if (any(crossing)) try_normal(cores, cross(e, f), crossing, found);
    return found;
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
