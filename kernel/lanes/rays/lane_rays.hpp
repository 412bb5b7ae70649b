// W rays, each relative to a shape, and the proven results.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/cores.hpp"
#include "table/ray_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr Number infinite_number = __builtin_inf();

/// Points that move from `origin`, relative to a point of the shape, by `motion`.
template <class V>
struct LaneRaysOf {
  V origin, motion;
  Real origin_norm, motion_norm;  // |.|_1

  LaneRaysOf(const V& from, const V& by)
      : origin(from), motion(by), origin_norm(norm_1(from)), motion_norm(norm_1(by)) {}

  /// All numbers are finite.
  Mask finite() const { return origin_norm + motion_norm < Real(infinite_number); }
  V at(const Real& t) const { return origin + motion * t; }
  /// The sum of the lengths that the point at fraction t is made of.
  Real reach(const Real& t) const { return origin_norm + motion_norm * t; }
};
using LaneRays = LaneRaysOf<Vec>;

/// The results of W rays. Points have the same origin as the rays.
template <class V>
struct LaneHitsOf {
  Real lower, upper;
  Mask missed, hit;  // proven
  V point, normal;
};
using LaneHits = LaneHitsOf<Vec>;

/// A ratio clamped to [0, 1], as unit_ratio.
inline Real fraction_of(const Real& numerator, const Real& denominator) {
  return max(unit_ratio(numerator, denominator), Real(0));
}

/// The width of an interval that is left to the search, in length along the normal and as a share of the lengths
/// that the hit is made of.
inline constexpr Number narrow_share = 0x1p-36;

}  // namespace lockstep::LOCKSTEP_ISA
