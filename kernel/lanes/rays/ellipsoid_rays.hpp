// Rays against ellipsoids: scaled by the radii along its own axes, an ellipsoid is a ball of radius 1.
#pragma once

#include "lanes/rays/round_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// In units of the last place, over the least radius: the error of a place in the ball (docs/numerics.md,
/// section 14).
inline constexpr Number place_bound = 64 * roundoff;

inline LaneHits ellipsoid_hits(const LaneRays& rays, const Quadric& shape, const Vec& radii, Mask good) {
  const Vec per_square{Real(1) / (radii.x * radii.x), Real(1) / (radii.y * radii.y), Real(1) / (radii.z * radii.z)};
  const auto to_ball = [&](const Vec& p) {
    const Vec q = shape.to_axes(p);
    return Vec{q.x * per_square.x, q.y * per_square.y, q.z * per_square.z};
  };
  // A normal of the ball, in world space.
  const auto to_world = [&](const Vec& q) {
    return (shape.axis[0] * (q.x * per_square.x) + shape.axis[1] * (q.y * per_square.y)) +
           shape.axis[2] * (q.z * per_square.z);
  };
  const Vec from = to_ball(rays.origin), by = to_ball(rays.motion);
  const Real inside = fraction_of(-dot(from, by), dot(by, by)), entry = entry_of_ball(from, by, Real(1));
  const Real least = min(min(radii.x, radii.y), radii.z), most = max(max(radii.x, radii.y), radii.z);
  const Real all = (radii.x + radii.y) + radii.z;
  const auto reach_along = [&](const Vec& n) {
    const Vec q = shape.to_axes(n);
    return SupportReach{sqrt(dot(q, q)), norm_1(n) * all};
  };
  const auto above = [&](const Real& t) {
    const Vec q = to_ball(rays.at(t));
    const Real high = (sqrt(dot(q, q)) - Real(1)) + rays.reach(t) / least * Real(place_bound) + Real(place_bound);
    return high * select(high > Real(0), most, least);
  };
  const Vec nearest = to_world(from + by * inside), at_entry = to_world(from + by * entry);
  LaneHits hits = hits_of(rays, nearest, at_entry, inside, good & (least > Real(0)), reach_along, above);
  const Vec q = to_ball(rays.at(hits.lower));
  hits.point = rays.at(hits.lower) * (Real(1) / sqrt(dot(q, q)));
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
