// A capsule and a box: the point of the capsule's segment that is nearest to the box, in lanes.
//
// In the frame of the box, along the segment c + t e with -1 <= t <= 1, half the derivative of the squared distance is
//
//   pull(t) = e . (p - clamp(p, -half, half)),   p = c + t e
//
// It never decreases, and is linear between the six t at which the line crosses a plane of the box. So its root lies
// between the last of these t (or ends) where it is not positive and the first where it is not negative.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/gjk/support.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class V>
struct SegmentAndBox {
  V center, edge, half;

  V at(Real t) const { return center + edge * t; }
  static V beyond(const V& p, const V& half) { return p - clamp(p, half); }
  Real pull(Real t) const { return dot(edge, beyond(at(t), half)); }
};

/// The t at which the line of a segment enters and leaves the slab |x| <= half of one coordinate. Far outside [-1, 1]
/// if the line runs parallel to the slab inside it; leave < enter if it runs outside.
struct Crossing {
  Real enter, leave;
};

inline Crossing cross_slab(Real center, Real edge, Real half) {
  // With half extent and edge both 0, the line lies in a flat slab, which counts as inside. Otherwise rounding absorbs
  // the added constants.
  const Real some_edge = select(abs(edge) > Real(0x1p-100F), edge, Real(0x1p-100F));
  const Real some_half = half + Real(0x1p-60F);
  const Real slope = Real(1) / some_edge;
  const Real one = (-some_half - center) * slope, other = (some_half - center) * slope;
  return {min(one, other), max(one, other)};
}

/// The tightest bracket around the root of `pull` among the t considered so far.
struct Bracket {
  Real low = -1, high = 1, pull_low, pull_high;

  template <class V>
  explicit Bracket(const SegmentAndBox<V>& s) : pull_low(s.pull(Real(-1))), pull_high(s.pull(Real(1))) {}

  template <class V>
  void consider(const SegmentAndBox<V>& s, Real crossing) {
    const Real t = clamp(crossing, Real(-1), Real(1)), pull = s.pull(t);
    const Mask before = (pull <= Real(0)) & (t > low), behind = (pull >= Real(0)) & (t < high);
    low = select(before, t, low), pull_low = select(before, pull, pull_low);
    high = select(behind, t, high), pull_high = select(behind, pull, pull_high);
  }
  /// -1 if the pull is positive everywhere, 1 if it is negative.
  Real root() const {
    const Real part = -pull_low / (pull_high - pull_low);
    return low + (high - low) * select(pull_high > pull_low, clamp(part, Real(0), Real(1)), Real(0));
  }
};

/// A t in [-1, 1] at which the segment is nearest to the box, which has a slab for each coordinate: the middle of the
/// part inside the box, if there is one.
template <class V, unsigned Slabs>
Real nearest_to_box(const SegmentAndBox<V>& s, const Crossing (&slab)[Slabs]) {
  Bracket bracket(s);
  Real enter = -1, leave = 1;
  for (const Crossing& c : slab) {
    bracket.consider(s, c.enter), bracket.consider(s, c.leave);
    enter = max(c.enter, enter), leave = min(c.leave, leave);
  }
  return select(enter <= leave, (enter + leave) * Real(0.5F), bracket.root());
}

inline Real nearest_to_box(const SegmentAndBox<Vec>& s) {
  const Crossing slab[3] = {cross_slab(s.center.x, s.edge.x, s.half.x), cross_slab(s.center.y, s.edge.y, s.half.y),
                            cross_slab(s.center.z, s.edge.z, s.half.z)};
  return nearest_to_box(s, slab);
}

/// A capsule and a box, as their difference in the frame of the box. The nearest point, wherever rounding puts it, is a
/// point of the segment, and the direction to it from the box is tried as a separating one. GJK decides the undecided
/// rest: pairs near contact, and segments without a radius that cross a flat box.
template <class Shape>
Verdicts capsule_and_box(Shape shape) {
  shape.scale_by(unit_scale(shape.size()));
  const SegmentAndBox<VecOf<Shape>> s{shape.center, shape.edge[0], shape.half};
  const auto p = s.at(nearest_to_box(s));
  const auto nearest = s.beyond(p, s.half);
  const Real distance = sqrt(dot(nearest, nearest));
  const Real gap = (dot(nearest, shape.center) - shape.core_reach(nearest)) - shape.radius * distance;
  const Real bound = vertex_bound;
  const Mask inside = all_above(s.half - abs(p), bound);
  if constexpr (is_watched) {
    const Real least = Real(support_bound) * norm_1(nearest), sure = shape.radius - bound;
    Watcher::along(nearest);
    Watcher::check("gap, times the length of the direction", gap, least, gap > least);
    Watcher::check("radius, less the bound", sure, distance, distance < sure);
    Watcher::number("is a point of the segment inside of the box", select(inside, Real(1), Real(0)));
  }
  return {gap > Real(support_bound) * norm_1(nearest), inside | (distance < shape.radius - bound)};
}

}  // namespace lockstep::LOCKSTEP_ISA
