// Closed forms of the plane: every pair of circles, capsules and boxes. Undecided is final: GJK would prove no more.
#pragma once

#include "lanes/closed_forms/box_pair2.hpp"
#include "lanes/closed_forms/capsule_box.hpp"
#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/shapes/zonogon.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline Vec2 clamp(const Vec2& v, const Vec2& half) {
  return {clamp(v.x, -half.x, half.x), clamp(v.y, -half.y, half.y)};
}

/// The origin lies well inside the strip between the two sides of a core that run along an edge (not longer than 2).
/// `breadth` is half the width of the strip times the length of the edge.
inline Mask between_sides(const Vec2& edge, const Vec2& center, const Real& breadth) {
  return breadth - abs(cross(edge, center)) > Real(vertex_bound) * norm_1(edge) + Real(underflow_bound);
}

/// Shows the same test to a watcher.
inline void report_between_sides(const Vec2& edge, const Vec2& center, const Real& breadth) {
  const Real required = Real(vertex_bound) * norm_1(edge) + Real(underflow_bound);
  Watcher::check("depth between the sides along a segment", breadth - abs(cross(edge, center)), required,
                 between_sides(edge, center, breadth));
}

/// Two capsules. If their segments cross, the origin lies in the parallelogram of both, whatever the radii.
inline Verdicts capsule_pair(Zonogon<2, true> shape) {
  Verdicts verdicts = round_pair(shape);
  shape.scale_by(unit_scale(shape.size()));
  const Vec2 &e = shape.edge[0], &f = shape.edge[1];
  const Real area = abs(cross(e, f));
  if constexpr (is_watched) report_between_sides(e, shape.center, area), report_between_sides(f, shape.center, area);
  verdicts.overlapping =
      verdicts.overlapping | (between_sides(e, shape.center, area) & between_sides(f, shape.center, area));
  return verdicts;
}

/// A capsule in the frame of a box, relative to its centre.
struct BoxedCapsule {
  Vec2 center;
  Vec2 edge[1];
  Vec2 half;  // of the box
  Real radius;
  Real extent;

  Real size() const { return norm_max(center) + extent; }
  Real core_reach(const Vec2& v) const { return dot(abs(v), half) + abs(dot(v, edge[0])); }
  void scale_by(Real s) {
    center = center * s, edge[0] = edge[0] * s, half = half * s, radius = radius * s, extent = extent * s;
  }
};

inline Real nearest_to_box(const SegmentAndBox<Vec2>& s) {
  const Crossing slab[2] = {cross_slab(s.center.x, s.edge.x, s.half.x), cross_slab(s.center.y, s.edge.y, s.half.y)};
  return nearest_to_box(s, slab);
}

/// A capsule and a box. If the segment crosses the box, the origin lies in the hexagon of both, whatever the radius.
inline Verdicts capsule_and_box(const Zonogon<1, true>& capsule, const TurnedBox& box) {
  BoxedCapsule shape{to_frame(box, capsule.center - box.center),
                     {to_frame(box, capsule.edge[0])},
                     box.half,
                     capsule.radius,
                     capsule.extent + box.extent};
  Verdicts verdicts = capsule_and_box(shape);
  shape.scale_by(unit_scale(shape.size()));
  const Vec2 &c = shape.center, &e = shape.edge[0], &h = shape.half;
  const Real bound = vertex_bound;
  const Mask in_slabs = all_above((h + abs(e)) - abs(c), bound);
  const Real breadth = h.x * abs(e.y) + h.y * abs(e.x);
  if constexpr (is_watched) report_between_sides(e, c, breadth);
  verdicts.overlapping = verdicts.overlapping | (in_slabs & between_sides(e, c, breadth));
  return verdicts;
}

// meet(a, b): the closed form of any two of them, kinds in ascending order.

template <unsigned Edges>
Verdicts meet(const Zonogon<0, true>& a, const Zonogon<Edges, true>& b) {
  return round_pair(difference(a, b));
}
inline Verdicts meet(const Zonogon<1, true>& a, const Zonogon<1, true>& b) { return capsule_pair(difference(a, b)); }
inline Verdicts meet(const Zonogon<0, true>& a, const TurnedBox& b) { return ball_and_box(a, b); }
inline Verdicts meet(const Zonogon<1, true>& a, const TurnedBox& b) { return capsule_and_box(a, b); }
inline Verdicts meet(const TurnedBox& a, const TurnedBox& b) { return box_pair(a, b, Real(0)); }

}  // namespace lockstep::LOCKSTEP_ISA
