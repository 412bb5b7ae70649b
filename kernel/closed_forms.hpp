// Closed forms for round shapes: the nearest point of the core to the origin, then the same two proofs as everywhere.
// Undecided is final here: GJK would not know more.
#pragma once

#include "certify.hpp"
#include "load.hpp"

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

/// Points, segments and parallelograms swept by a sphere: every pair among points, spheres and capsules. The nearest point
/// of the parallelogram follows Ericson, Real-Time Collision Detection, 5.1.9; wherever rounding puts it, it is a point of
/// the core, and the direction to it is tried as a separating one.
template <unsigned Edges>
Verdicts round_pair(Zonotope<Edges> shape) {
  static_assert(Edges <= 2);
  shape.scale_by(unit_scale(shape.size()));
  const Vec& c = shape.center;
  Vec nearest = c;
  if constexpr (Edges == 1) {
    const Vec& e = shape.edge[0];
    nearest = c + e * unit_ratio(-dot(e, c), dot(e, e));
  }
  if constexpr (Edges == 2) {
    const Vec &e = shape.edge[0], &f = shape.edge[1];
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

/// A ball and a box: clamp the ball's centre to the box, in the frame of the box.
inline Verdicts ball_and_box(const Zonotope<0>& ball, const OrientedBox& box) {
  const Vec c = ball.center - box.center;
  const Real scale = unit_scale(norm_max(c) + (box.extent + ball.radius));
  const Vec half = box.half * scale;
  const Vec p = to_frame(box, c) * scale;
  const Real radius = ball.radius * scale;
  const Vec outside = p - clamp(p, half);
  const Real distance = sqrt(dot(outside, outside));
  const Vec depth = half - abs(p);
  const Real bound = vertex_bound;
  const Mask center_inside = (depth.x > bound) & (depth.y > bound) & (depth.z > bound);
  return {distance > radius + bound, (distance < radius - bound) | center_inside};
}

/// Axis-aligned boxes: comparisons have no rounding error.
inline Verdicts aabb_pair(const Rows<2>& a, const Rows<2>& b) {
  const Vec min_a = xyz(a.row[0]), max_a = xyz(a.row[1]), min_b = xyz(b.row[0]), max_b = xyz(b.row[1]);
  const auto below = [](const Vec& p, const Vec& q) { return (p.x < q.x) | (p.y < q.y) | (p.z < q.z); };
  const auto inside = [](const Vec& p, const Vec& q) { return (p.x < q.x) & (p.y < q.y) & (p.z < q.z); };
  const Mask valid = ((norm_1(min_a) + norm_1(max_a)) + (norm_1(min_b) + norm_1(max_b))) < Real(0x1p100F);
  return {valid & (below(max_a, min_b) | below(max_b, min_a)), valid & inside(min_a, max_b) & inside(min_b, max_a)};
}

}  // namespace lockstep::LOCKSTEP_ISA
