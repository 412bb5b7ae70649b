// Rays against boxes, slab by slab. Source: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986, with intervals for
// the fractions at which a ray enters and leaves each slab.
#pragma once

#include "lanes/rays/lane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A ray along one axis of a box, as if it moved up: how far it is below the slab and below its far side, how far it
/// moves, and what either is off by.
struct SlabRays {
  Real to_enter, to_leave, motion;
  Real place_error, motion_error;
};

/// The same of differences of the caller's numbers, which are off by no more than a part of themselves.
struct AlignedSlabRays {
  Real to_enter, to_leave, motion;
};

/// The fractions at which such rays are in the slab, of those of the motion: from between `enter_low` and `enter_high`
/// to between `leave_low` and `leave_high`.
struct SlabPassage {
  Real enter_low, enter_high, leave_low, leave_high;
  Mask outside, known;

  explicit SlabPassage(const SlabRays& s) {
    const Real slow = s.motion - s.motion_error, fast = s.motion + s.motion_error;
    const auto least = [&](const Real& way) { return way / select(way > Real(0), fast, slow); };
    const auto most = [&](const Real& way) { return way / select(way > Real(0), slow, fast); };
    pass(slow > Real(0), {least(s.to_enter - s.place_error), most(s.to_enter + s.place_error)},
         {least(s.to_leave - s.place_error), most(s.to_leave + s.place_error)});
    // It hardly moves: by so much it may be elsewhere within the motion.
    stay(s.to_enter, s.to_leave, s.place_error + fast);
  }
  explicit SlabPassage(const AlignedSlabRays& s) {
    const Real enter = s.to_enter / s.motion, leave = s.to_leave / s.motion;
    pass(s.motion > Real(0), {enter, enter}, {leave, leave});
    stay(s.to_enter, s.to_leave, s.motion);
  }

 private:
  struct Between {
    Real low, high;
  };

  void pass(Mask moves, const Between& enter, const Between& leave) {
    const Real infinite = infinite_number;
    enter_low = select(moves, rounded_down(enter.low), -infinite);
    enter_high = select(moves, rounded_up(enter.high), -infinite);
    leave_low = select(moves, rounded_down(leave.low), infinite);
    leave_high = select(moves, rounded_up(leave.high), infinite);
    known = moves;
  }
  void stay(const Real& to_enter, const Real& to_leave, const Real& room) {
    outside = (!known) & ((to_enter > room) | (to_leave < -room));
    known = known | ((to_enter <= -room) & (to_leave >= room));
  }
};

/// Of a box with three such axes, and -1 where the motion is along it, 1 where it is against it.
template <class SlabOf>
LaneHits slab_hits(const LaneRays& rays, const SlabOf& slab, const Vec (&axis)[3], const Vec& against, Mask good) {
  const auto x_rays = slab(0), y_rays = slab(1), z_rays = slab(2);
  const SlabPassage x(x_rays), y(y_rays), z(z_rays);
  LaneHits hits;
  hits.lower = max(max(x.enter_low, y.enter_low), z.enter_low);
  hits.upper = max(max(x.enter_high, y.enter_high), z.enter_high);
  const Real leave = min(min(x.leave_high, y.leave_high), z.leave_high);
  const Mask apart = (hits.lower > leave) | (hits.lower > Real(1)) | (leave < Real(0));
  good = good & rays.finite();
  hits.missed = good & (((x.outside | y.outside) | z.outside) | apart);
  // In no slab later than out of another. Of one slab that is so whatever its width: 0 is no exception.
  const auto before = [](const SlabPassage& p, const SlabPassage& q) {
    return (p.enter_high <= q.leave_low) & (q.enter_high <= p.leave_low);
  };
  const Mask meet = (before(x, y) & before(y, z)) & before(z, x), known = (x.known & y.known) & z.known;
  const Mask by_x = x.enter_low == hits.lower, by_y = (!by_x) & (y.enter_low == hits.lower);
  const Real speed = select(by_x, x_rays.motion, select(by_y, y_rays.motion, z_rays.motion));
  const Mask narrow = (hits.upper - hits.lower) * speed <= rays.reach(hits.lower) * Real(narrow_share);
  hits.hit = (good & known) & (meet & narrow) & ((hits.lower > Real(0)) & (hits.upper <= Real(1)));
  hits.hit = hits.hit & (!hits.missed);
  hits.normal = select(by_x, axis[0] * against.x, select(by_y, axis[1] * against.y, axis[2] * against.z));
  return hits;
}

inline Vec signs_against(const Vec& m) {
  return {flip_sign(Real(1), -m.x), flip_sign(Real(1), -m.y), flip_sign(Real(1), -m.z)};
}

/// From the origin of the rays to the corners, by differences of the caller's numbers.
inline LaneHits aabb_hits(const LaneRays& rays, const Vec& low, const Vec& high) {
  const auto slab = [&](int k) {
    const Real lo = k == 0 ? low.x : k == 1 ? low.y : low.z, hi = k == 0 ? high.x : k == 1 ? high.y : high.z;
    const Real m = k == 0 ? rays.motion.x : k == 1 ? rays.motion.y : rays.motion.z;
    const Mask up = m >= Real(0);
    return AlignedSlabRays{select(up, lo, -hi), select(up, hi, -lo), abs(m)};
  };
  const Real one = 1, zero = 0;
  const Vec axis[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  const Mask good = (((low.x <= high.x) & (low.y <= high.y)) & (low.z <= high.z)) &
                    (norm_1(low) + norm_1(high) < Real(infinite_number));
  LaneHits hits = slab_hits(rays, slab, axis, signs_against(rays.motion), good);
  const Vec p = rays.motion * hits.lower;
  hits.point = {min(max(p.x, low.x), high.x), min(max(p.y, low.y), high.y), min(max(p.z, low.z), high.z)};
  return hits;
}

/// In units of the last place of |v|_1: of a vector along an axis that the lanes have made.
inline constexpr Number along_axis_bound = 16 * roundoff;

/// Relative to the center.
inline LaneHits box_hits(const LaneRays& rays, const OrientedBox& box) {
  const auto local = [&](const Vec& v) { return Vec{dot(v, box.axis[0]), dot(v, box.axis[1]), dot(v, box.axis[2])}; };
  const Vec from = local(rays.origin), by = local(rays.motion);
  const auto slab = [&](int k) {
    const Real at = k == 0 ? from.x : k == 1 ? from.y : from.z, m = k == 0 ? by.x : k == 1 ? by.y : by.z;
    const Real half = k == 0 ? box.half.x : k == 1 ? box.half.y : box.half.z;
    const Real up = select(m >= Real(0), at, -at);
    return SlabRays{-half - up, half - up, abs(m), (rays.origin_norm + half) * Real(along_axis_bound),
                    rays.motion_norm * Real(along_axis_bound)};
  };
  const Mask good = ((box.half.x >= Real(0)) & (box.half.y >= Real(0))) & (box.half.z >= Real(0));
  LaneHits hits = slab_hits(rays, slab, box.axis, signs_against(by), good);
  const Vec p = from + by * hits.lower;
  const auto within = [](const Real& x, const Real& half) { return min(max(x, -half), half); };
  hits.point = (box.axis[0] * within(p.x, box.half.x) + box.axis[1] * within(p.y, box.half.y)) +
               box.axis[2] * within(p.z, box.half.z);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
