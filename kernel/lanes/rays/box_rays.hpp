// Rays against boxes, slab by slab. Source: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986, with intervals for
// the fractions at which a ray enters and leaves each slab.
#pragma once

#include "lanes/rays/lane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A ray along one axis of a box, reflected so that it moves up: its start below the middle of the slab, the half width
/// of the slab, its motion, and error bounds of places and of the motion, with room for some roundings.
struct SlabRays {
  Real below, half, motion;
  Real place_error, motion_error;  // the latter above 0
};

/// A bound of motions that rounding hides: quotients by it are as good as infinite.
inline constexpr Number least_motion = 0x1p-500;

/// Bounds of the fractions of the motion at which such rays enter and leave the slab: entry is between `enter_low` and
/// `enter_high`, exit between `leave_low` and `leave_high`, if these are above 0. Negative bounds: it happened before
/// the start.
struct SlabPassage {
  Real enter_low, enter_high, leave_low, leave_high;

  SlabPassage() = default;
  /// Numerators and denominators are rounded to the side that makes the bounds valid.
  explicit SlabPassage(const SlabRays& s) {
    const Real per_fast = Real(1) / (s.motion + s.motion_error);
    const Real per_slow = Real(1) / max(s.motion - s.motion_error, Real(least_motion));
    const Real wide = s.half + s.place_error, narrow = s.half - s.place_error;
    enter_low = (s.below - wide) * per_fast, enter_high = (s.below - narrow) * per_slow;
    leave_low = (s.below + narrow) * per_fast, leave_high = (s.below + wide) * per_slow;
  }
};

/// Hits of a box with one axis for each coordinate, or of the difference of two boxes of the plane, with four.
/// `against` are the axes opposite to the motion.
template <class V, unsigned N>
LaneHitsOf<V> slab_hits(const LaneRaysOf<V>& rays, const SlabRays (&slab)[N], const V (&against)[N], Mask good) {
  SlabPassage p[N];
  for (unsigned k = 0; k < N; ++k) p[k] = SlabPassage(slab[k]);
  LaneHitsOf<V> hits;
  hits.lower = p[0].enter_low, hits.upper = p[0].enter_high;
  Real leave = p[0].leave_high;
  for (unsigned k = 1; k < N; ++k) {
    hits.lower = max(hits.lower, p[k].enter_low), hits.upper = max(hits.upper, p[k].enter_high);
    leave = min(leave, p[k].leave_high);
  }
  good = good & rays.finite();
  hits.missed = good & ((hits.lower > leave) | (hits.lower > Real(1)) | (leave < Real(0)));
  // The ray enters no slab later than it leaves another. A slab on its own satisfies that whatever its width, even 0.
  Mask meet = good;
  for (unsigned k = 0; k < N; ++k)
    for (unsigned l = 0; l < N; ++l)
      if (k != l) meet = meet & (p[k].enter_high <= p[l].leave_low);
  Real speed = slab[N - 1].motion;
  hits.normal = against[N - 1];
  for (unsigned k = N - 1; k-- > 0;) {
    const Mask by_k = p[k].enter_low == hits.lower;
    speed = select(by_k, slab[k].motion, speed), hits.normal = select(by_k, against[k], hits.normal);
  }
  const Mask narrow = (hits.upper - hits.lower) * speed <= rays.reach(hits.lower) * Real(narrow_share);
  hits.hit = (meet & narrow) & ((hits.lower > Real(0)) & (hits.upper <= Real(1))) & (!hits.missed);
  return hits;
}

/// In units of the last place of |v|_1: the error of v along an axis computed in lanes.
inline constexpr Number along_axis_bound = 16 * roundoff;

/// A ray along an axis of a box.
struct AlongAxis {
  Real from, by;

  template <class V>
  AlongAxis(const LaneRaysOf<V>& rays, const V& axis) : from(dot(rays.origin, axis)), by(dot(rays.motion, axis)) {}
  SlabRays slab(const Real& half, const Real& place_error, const Real& motion_error) const {
    return {flip_sign(from, -by), half, abs(by), place_error, motion_error};
  }
};

/// The error of a ray's motion along any unit axis.
template <class V>
Real motion_error(const LaneRaysOf<V>& rays) {
  return rays.motion_norm * Real(along_axis_bound) + Real(least_motion);
}

/// Relative to the center.
template <class V, unsigned N>
LaneHitsOf<V> box_hits(const LaneRaysOf<V>& rays, const BoxCoreOf<V, N>& box) {
  const Real error = motion_error(rays);
  SlabRays slabs[N];
  V against[N];
  Mask good = box.half[0] >= Real(0);
  for (unsigned k = 0; k < N; ++k) {
    const AlongAxis along(rays, box.axis[k]);
    slabs[k] = along.slab(box.half[k], (rays.origin_norm + box.half[k]) * Real(along_axis_bound), error);
    against[k] = flip_sign(box.axis[k], -along.by);
    good = good & (box.half[k] >= Real(0));
  }
  LaneHitsOf<V> hits = slab_hits(rays, slabs, against, good);
  const V p = rays.at(hits.lower);
  hits.point = no_shift<V>();
  for (unsigned k = 0; k < N; ++k)
    hits.point = hits.point + box.axis[k] * clamp(dot(p, box.axis[k]), -box.half[k], box.half[k]);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
