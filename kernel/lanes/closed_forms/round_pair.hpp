// Closed forms for round shapes, in space and in the plane: find the core's nearest point to the origin, then try the
// same two proofs as everywhere. Undecided is final here: GJK would prove no more.
#pragma once

#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Verdicts of W queries. A query in neither mask is undecided.
struct Verdicts {
  Mask separated;
  Mask overlapping;
};

/// Factors that cover the roundings of two squares that are compared.
inline constexpr Number one_up = 1 + 16 * rounding_unit, one_down = 1 - 32 * rounding_unit;

inline Real clamp(Real x, Real low, Real high) { return min(max(x, low), high); }
inline Vec clamp(const Vec& v, const Vec& half) {
  return {clamp(v.x, -half.x, half.x), clamp(v.y, -half.y, half.y), clamp(v.z, -half.z, half.z)};
}

/// numerator / denominator, clamped to [-1, 1]; 0 if the denominator is not positive (an edge of no length).
inline Real unit_ratio(Real numerator, Real denominator) {
  return clamp(select(denominator > Real(0), numerator / denominator, Real(0)), Real(-1), Real(1));
}

/// The nearest point of a core to the origin. Rounding may move it, but only to another point of the core. Source: C.
/// Ericson, "Real-Time Collision Detection", 5.1.9.
template <class Shape>
auto nearest_point(const Shape& shape) {
  static_assert(Shape::edges <= 2);
  const auto& c = shape.center;
  auto nearest = c;
  if constexpr (Shape::edges == 1) {
    const auto& e = shape.edge[0];
    nearest = c + e * unit_ratio(-fused_dot(e, c), fused_dot(e, e));
  }
  if constexpr (Shape::edges == 2) {
    const auto &e = shape.edge[0], &f = shape.edge[1];
    const Real ee = fused_dot(e, e), ef = fused_dot(e, f), ff = fused_dot(f, f);
    const Real ec = fused_dot(e, c), fc = fused_dot(f, c);
    const Real first = unit_ratio(ef * fc - ec * ff, ee * ff - ef * ef);
    const Real t = unit_ratio(-fused(first, ef, fc), ff);
    const Real s = unit_ratio(-fused(t, ef, ec), ee);
    nearest = (c + e * s) + f * t;
  }
  return nearest;
}

/// Balls or circles whose centres are d apart, in float lanes: compares the squares of the distance and of the sum of
/// the radii. Both are off by a few u (docs/numerics.md, section 12), and by next to nothing for underflow.
template <class V>
Verdicts balls_by_squares(const V& d, const Real& reach) {
  constexpr auto underflow = static_cast<Number>(0x1p-100), most_square = static_cast<Number>(0x1p125);
  const Real square = fused_dot(d, d), reach_square = reach * reach;
  if constexpr (is_watched) {
    const Real up = fused(reach_square, Real(one_up), Real(underflow));
    const Real down = fused(reach_square, Real(one_down), Real(-underflow));
    Watcher::along(d);
    Watcher::check("square of the distance of the centres", square, up, square > up);
    Watcher::check("square of both radii, less the bound", down, square, down > square);
  }
  return {(square > fused(reach_square, Real(one_up), Real(underflow))) & (square < Real(most_square)),
          (square < fused(reach_square, Real(one_down), Real(-underflow))) & (reach_square < Real(most_square))};
}

/// The proofs below in float lanes, without square roots: compares squares. If any lane is very small or very large,
/// scales the whole block to unit scale first.
template <class Shape>
Verdicts round_pair_by_squares(Shape shape) {
  // support_bound is for a size up to 2 and for the 1-norm, which is at most sqrt(3) times the 2-norm.
  constexpr Number core_bound = support_bound / 2 * static_cast<Number>(1.7320509);
  constexpr auto least_size = static_cast<Number>(0x1p-25), most_size = static_cast<Number>(0x1p25);
  Real size = shape.size();
  if (!all((size > Real(least_size)) & (size < Real(most_size)))) [[unlikely]] {
    const Real scale = unit_scale(size);
    shape.scale_by(scale);
    size = size * scale;
  }
  const auto nearest = nearest_point(shape);
  const Real square = fused_dot(nearest, nearest);
  const Real gap = fused_dot(nearest, shape.center) - shape.core_reach(nearest);
  const Real reach = fused(size, Real(core_bound), shape.radius);
  const Real sure = fused(size, Real(-vertex_bound / 2), shape.radius);
  if constexpr (is_watched) {
    const Real up = (reach * reach) * (square * Real(one_up)), down = (sure * sure) * Real(one_down);
    Watcher::along(nearest);
    Watcher::number("gap of the cores, times the length of the direction", gap);
    Watcher::check("square of that gap", gap * gap, up, (gap > Real(0)) & (gap * gap > up));
    Watcher::check("square of both radii, less the bound", down, square, (sure > Real(0)) & (square < down));
  }
  return {(gap > Real(0)) & (gap * gap > (reach * reach) * (square * Real(one_up))),
          (sure > Real(0)) & (square < (sure * sure) * Real(one_down))};
}

/// Points, segments and parallelograms swept by a sphere: every pair among points, spheres and capsules. In the plane,
/// the same swept by a circle. Tries the direction to the nearest point as a separating one.
template <class Shape>
Verdicts round_pair(Shape shape) {
  if constexpr (!is_double && Shape::edges == 0) {
    return balls_by_squares(shape.center, shape.radius);
  } else if constexpr (!is_double) {
    return round_pair_by_squares(shape);
  } else {
    shape.scale_by(unit_scale(shape.size()));
    const auto nearest = nearest_point(shape);
    const Real distance = sqrt(dot(nearest, nearest));
    const Real gap = (dot(nearest, shape.center) - shape.core_reach(nearest)) - shape.radius * distance;
    if constexpr (is_watched) {
      const Real bound = Real(support_bound) * norm_1(nearest), sure = shape.radius - Real(vertex_bound);
      Watcher::along(nearest);
      Watcher::check("gap, times the length of the direction", gap, bound, gap > bound);
      Watcher::check("both radii, less the bound", sure, distance, distance < sure);
    }
    return {gap > Real(support_bound) * norm_1(nearest), distance < shape.radius - Real(vertex_bound)};
  }
}

/// A ball and a box, or a circle and a box of the plane: clamps the ball's centre to the box, in the frame of the box.
template <class Ball, class Box>
Verdicts ball_and_box(const Ball& ball, const Box& box) {
  const auto c = ball.center - box.center;
  const Real scale = unit_scale(norm_max(c) + (box.extent + ball.radius));
  const auto half = box.half * scale;
  const auto p = to_frame(box, c) * scale;
  const Real radius = ball.radius * scale;
  const auto outside = p - clamp(p, half);
  const Real distance = sqrt(dot(outside, outside));
  const Real bound = vertex_bound;
  const Mask center_inside = all_above(half - abs(p), bound);
  if constexpr (is_watched) {
    Watcher::along(outside);
    Watcher::check("distance of the centre from the box", distance, radius + bound, distance > radius + bound);
    Watcher::check("radius, less the bound", radius - bound, distance, distance < radius - bound);
    Watcher::number("is the centre inside of the box", select(center_inside, Real(1), Real(0)));
  }
  return {distance > radius + bound, (distance < radius - bound) | center_inside};
}

}  // namespace lockstep::LOCKSTEP_ISA
