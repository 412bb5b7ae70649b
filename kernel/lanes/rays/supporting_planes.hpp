// Rays and a supporting plane of a shape: no contact before the ray has crossed the plane.
#pragma once

#include "lanes/rays/lane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The support of a shape along a direction n, relative to the origin of the rays, times |n|; and the sum of lengths
/// that it is made of, each times |n|_1 or as a sum of products.
struct SupportReach {
  Real along, made_of;
};

/// In units of the last place of all terms of a gap (docs/numerics.md, section 14).
inline constexpr Number ahead_bound = 32 * roundoff;
inline constexpr Number speed_bound = 8 * roundoff;

/// The gap along a direction, times its length: at least `gap` at fraction 0; it closes at most at the speed
/// `closing`.
struct SupportingPlane {
  Real gap, closing;

  SupportingPlane(const LaneRays& rays, const Vec& n, const SupportReach& shape) {
    const Vec size = abs(n);
    const Real products = dot(size, abs(rays.origin)) + shape.made_of;
    gap = (dot(n, rays.origin) - shape.along) - (products * Real(ahead_bound) + Real(underflow_bound));
    closing = dot(size, abs(rays.motion)) * Real(speed_bound) - dot(n, rays.motion);
  }
  Mask is_ahead() const { return gap > Real(0); }
  /// They are separate from the start to the end.
  Mask stays_ahead() const { return is_ahead() & (gap > closing); }
  /// A fraction before which there is no contact.
  Real crossing() const { return rounded_down(gap / closing); }
};

/// The results that two planes prove, one at the ray's point nearest to the shape and one at its probable entry,
/// together with an upper bound above(t) of the signed distance at fraction t, which is negative at `inside`, behind
/// the entry.
template <class ReachAlong, class Above>
LaneHits hits_of(const LaneRays& rays, const Vec& nearest, const Vec& entry, const Real& inside, Mask good,
                 const ReachAlong& reach_along, const Above& above) {
  const SupportingPlane aside(rays, nearest, reach_along(nearest)), ahead(rays, entry, reach_along(entry));
  good = good & rays.finite();
  LaneHits hits;
  hits.missed = good & (aside.stays_ahead() | ahead.stays_ahead());
  hits.lower = ahead.crossing();
  const Real before = max(Real(0), above(hits.lower)), behind = above(inside);
  // The chord of a convex function is an upper bound.
  const Real part = before / (before - behind);
  hits.upper = min(rounded_up(hits.lower + (inside - hits.lower) * part), inside);
  const Real length = sqrt(dot(entry, entry));
  const Real width = (hits.upper - hits.lower) * ahead.closing;
  const Mask narrow = width <= rays.reach(hits.lower) * (length * Real(narrow_share));
  hits.hit = good & ahead.is_ahead() & (behind < Real(0)) & (hits.lower < inside) & (inside <= Real(1)) & narrow;
  hits.hit = hits.hit & (!hits.missed);
  hits.normal = entry * (Real(1) / length);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
