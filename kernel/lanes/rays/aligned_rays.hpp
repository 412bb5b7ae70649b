// Rays against aligned boxes by slabs, with one quotient for all three. Source: T. Kay, J. Kajiya, "Ray tracing complex
// scenes", 1986. The errors of fractions are relative: docs/numerics.md, section 14.
#pragma once

#include "lanes/rays/lane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// In units of the last place: the error of a difference of two numbers times a reciprocal, which takes five more
/// roundings.
inline constexpr Number aligned_bound = 16 * roundoff;

/// The reciprocals of three floats, by one quotient; that of 0 is 1. Products of three floats in double neither under-
/// nor overflow.
struct Reciprocals {
  Vec of;
  Real xy, all;

  void begin(const Vec& v) {
    const auto moving = [](const Real& x) { return select(x == Real(0), Real(1), x); };
    of = {moving(v.x), moving(v.y), moving(v.z)}, xy = of.x * of.y, all = xy * of.z;
  }
  void divide() { all = Real(1) / all; }
  [[nodiscard]] Vec get() const {
    const Real per_xy = all * of.z;
    return {per_xy * of.y, per_xy * of.x, all * xy};
  }
};

/// The fractions at which W points that start at 0 enter and leave the slabs of boxes; infinite if a point stays inside
/// or outside of one. Signs are exact.
struct AlignedPassage {
  Vec enter, leave;
  Real first, last;  // entry into all slabs; exit from the first of them

  AlignedPassage(const Vec& motion, const Vec& per, const Vec& low, const Vec& high) {
    const auto pass = [](const Real& m, const Real& per_m, const Real& lo, const Real& hi, Real& in, Real& out) {
      const Real infinite = infinite_number, to_low = lo * per_m, to_high = hi * per_m;
      const Mask stands = m == Real(0), stays_in = (lo <= Real(0)) & (hi >= Real(0));
      in = select(stands, select(stays_in, -infinite, infinite), min(to_low, to_high));
      out = select(stands, infinite, max(to_low, to_high));
    };
    pass(motion.x, per.x, low.x, high.x, enter.x, leave.x);
    pass(motion.y, per.y, low.y, high.y, enter.y, leave.y);
    pass(motion.z, per.z, low.z, high.z, enter.z, leave.z);
    first = max(max(enter.x, enter.y), enter.z), last = min(min(leave.x, leave.y), leave.z);
  }

  /// The ray enters no slab later than it leaves another, if `first` is above 0. A slab on its own satisfies that
  /// whatever its width, even 0.
  Mask meets() const {
    const auto in_time = [](const Real& in, const Real& out) {
      return in * Real(1 + aligned_bound) <= out * Real(1 - aligned_bound);
    };
    return in_time(max(enter.y, enter.z), leave.x) & in_time(max(enter.x, enter.z), leave.y) &
           in_time(max(enter.x, enter.y), leave.z);
  }
  /// Opposite to the motion, along the axis of the slab that is entered last.
  Vec normal(const Vec& m) const {
    const Real one = 1, zero = 0;
    const Vec by_x = flip_sign(Vec{one, zero, zero}, -m.x), by_y = flip_sign(Vec{zero, one, zero}, -m.y),
              by_z = flip_sign(Vec{zero, zero, one}, -m.z);
    return select(enter.x == first, by_x, select(enter.y == first, by_y, by_z));
  }
};

/// W points that move towards boxes, in stages: registers take turns while each waits for its quotient. `low` and
/// `high` lead from the start of a point to the corners, and are differences of the caller's numbers.
struct AlignedRays {
  Vec motion, low, high;
  Reciprocals per;

  void begin(const Vec& by, const Vec& from, const Vec& to) { motion = by, low = from, high = to, per.begin(by); }
  void divide() { per.divide(); }
  /// All numbers are finite.
  [[nodiscard]] Mask finite() const {
    const Vec size = high - low;
    return ((size.x + size.y) + size.z) + norm_1(motion) < Real(infinite_number);
  }

  /// Without points.
  [[nodiscard]] LaneHits hits(bool wants_places) const {
    const AlignedPassage passage(motion, per.get(), low, high);
    const Mask good = ((low.x <= high.x) & (low.y <= high.y) & (low.z <= high.z)) & finite();
    const Real zero = 0, first = max(passage.first, zero), more = 1 + aligned_bound, less = 1 - aligned_bound;
    LaneHits hits;
    hits.lower = first * less, hits.upper = first * more;
    hits.missed = good & ((hits.lower > passage.last * more) | (hits.lower > Real(1)) | (passage.last < zero));
    hits.hit = (good & passage.meets()) & ((hits.lower > zero) & (hits.upper <= Real(1))) & (!hits.missed);
    hits.normal = hits.point = no_shift<Vec>();
    if (wants_places) hits.normal = passage.normal(motion);
    return hits;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
