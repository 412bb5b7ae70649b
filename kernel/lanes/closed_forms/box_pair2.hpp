// Two boxes of the plane: the separating axis test over 4 axes, in lanes. box_pair.hpp is the version for space.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/shapes/zonogon.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bound on the error of every gap below, in units of |c|_1 plus all half extents (docs/numerics.md).
inline constexpr Number axis_bound2 = 40 * rounding_unit;

/// Boxes of the plane are apart if and only if one of these gaps is positive. So an undecided verdict is final, except
/// with a margin: the nearest features of the boxes may be two corners.
inline Verdicts box_pair(const TurnedBox& a, const TurnedBox& b, const Real& margin) {
  const Vec2 apart = b.center - a.center;
  const Real scale = unit_scale(norm_max(apart) + ((a.extent + b.extent) + margin));
  const Vec2 c = apart * scale, half_a = a.half * scale, half_b = b.half * scale;
  // The angle between the boxes gives the reach of one box's half extents along the axes of the other.
  const Real cos = abs(dot(a.turn, b.turn)), sin = abs(cross(a.turn, b.turn));
  const auto reach = [&](const Vec2& half) { return Vec2{half.x * cos + half.y * sin, half.x * sin + half.y * cos}; };
  const Vec2 gap_a = abs(to_frame(a, c)) - (half_a + reach(half_b));
  const Vec2 gap_b = abs(to_frame(b, c)) - (half_b + reach(half_a));
  const Real widest = max(max(gap_a.x, gap_a.y), max(gap_b.x, gap_b.y));
  const Real scaled_margin = margin * scale;
  const Real size = norm_1(c) + ((norm_1(half_a) + norm_1(half_b)) + scaled_margin);
  const Real bound = size * Real(axis_bound2);
  const Mask valid = bound < Real(1);  // max may or may not propagate NaN
  if constexpr (is_watched) {
    Watcher::number("gap along an axis of the first box", gap_a.x, 0);
    Watcher::number("gap along an axis of the first box", gap_a.y, 1);
    Watcher::number("gap along an axis of the second box", gap_b.x, 0);
    Watcher::number("gap along an axis of the second box", gap_b.y, 1);
    Watcher::check("widest gap", widest - scaled_margin, bound, valid & (widest - scaled_margin > bound));
    Watcher::check("widest gap, negative", -widest, bound, valid & (widest < -bound));
  }
  return {valid & (widest - scaled_margin > bound), valid & (widest < -bound)};
}

}  // namespace lockstep::LOCKSTEP_ISA
