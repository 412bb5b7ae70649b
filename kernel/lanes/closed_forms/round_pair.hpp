// Closed forms for round shapes, in space and in the plane: the nearest point of the core to the origin, then the same
// two proofs as everywhere. Undecided is final here: GJK would not know more.
#pragma once

#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Verdicts of W queries; neither is undecided.
struct Verdicts {
  Mask separated;
  Mask overlapping;
};

inline Real clamp(Real x, Real low, Real high) { return min(max(x, low), high); }
inline Vec clamp(const Vec& v, const Vec& half) {
  return {clamp(v.x, -half.x, half.x), clamp(v.y, -half.y, half.y), clamp(v.z, -half.z, half.z)};
}

/// numerator / denominator within [-1, 1]; 0 where the denominator is not positive (an edge of no length).
inline Real unit_ratio(Real numerator, Real denominator) {
  return clamp(select(denominator > Real(0), numerator / denominator, Real(0)), Real(-1), Real(1));
}

/// Points, segments and parallelograms swept by a sphere: every pair among points, spheres and capsules; in the plane
/// among those swept by a circle. The nearest point of the parallelogram follows Ericson, Real-Time Collision
/// Detection, 5.1.9; wherever rounding puts it, it is a point of the core, and the direction to it is tried as a
/// separating one.
template <class Shape>
Verdicts round_pair(Shape shape) {
  static_assert(Shape::edges <= 2);
  shape.scale_by(unit_scale(shape.size()));
  const auto& c = shape.center;
  auto nearest = c;
  if constexpr (Shape::edges == 1) {
    const auto& e = shape.edge[0];
    nearest = c + e * unit_ratio(-dot(e, c), dot(e, e));
  }
  if constexpr (Shape::edges == 2) {
    const auto &e = shape.edge[0], &f = shape.edge[1];
    const Real ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), ec = dot(e, c), fc = dot(f, c);
    const Real first = unit_ratio(ef * fc - ec * ff, ee * ff - ef * ef);
    const Real t = unit_ratio(-(fc + first * ef), ff);
    const Real s = unit_ratio(-(ec + t * ef), ee);
    nearest = (c + e * s) + f * t;
  }
  const Real distance = sqrt(dot(nearest, nearest));
  const Real gap = (dot(nearest, c) - shape.core_reach(nearest)) - shape.radius * distance;
  return {gap > Real(support_bound) * norm_1(nearest), distance < shape.radius - Real(vertex_bound)};
}

/// A ball and a box, or a circle and one of the plane: clamp the ball's centre to the box, in the frame of the box.
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
  return {distance > radius + bound, (distance < radius - bound) | center_inside};
}

}  // namespace lockstep::LOCKSTEP_ISA
