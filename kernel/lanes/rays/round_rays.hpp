// Rays against balls and capsules. Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.9, 5.3.2, 5.3.7; what
// the formulas find is proven by supporting_planes.hpp.
#pragma once

#include "lanes/rays/supporting_planes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// In units of the last place of all that the distance of a point is made of.
inline constexpr Number distance_bound = 32 * roundoff;

/// The way from `from` along `by`, and the fraction of it at which it is nearest to 0.
struct WayPast {
  Real square, per_square, middle;

  WayPast(const Vec& from, const Vec& by)
      : square(dot(by, by)), per_square(Real(1) / square), middle(-dot(from, by) * per_square) {}
  /// The nearest place within the way.
  Real inside() const { return clamp(select(square > Real(0), middle, Real(0)), Real(0), Real(1)); }
};

/// Where that way enters the ball of that radius around 0, or would if it were wide enough.
inline Real entry_of_ball(const WayPast& way, const Vec& from, const Vec& by, const Real& radius) {
  const Vec aside = from + by * way.middle;
  return way.middle - sqrt(max(radius * radius - dot(aside, aside), Real(0)) * way.per_square);
}
inline Real entry_of_ball(const Vec& from, const Vec& by, const Real& radius) {
  return entry_of_ball(WayPast(from, by), from, by, radius);
}

/// Points, here and of capsules, are those of the core.
inline LaneHits ball_hits(const LaneRays& rays, const Real& radius) {
  const WayPast way(rays.origin, rays.motion);
  const Real inside = way.inside();
  const Vec entry = rays.at(entry_of_ball(way, rays.origin, rays.motion, radius));
  const auto reach_along = [&](const Vec& n) {
    const Real along = radius * sqrt(dot(n, n));
    return Reach{along, along};
  };
  const auto above = [&](const Real& t) {
    const Vec p = rays.at(t);
    return (sqrt(dot(p, p)) - radius) + (rays.reach(t) + radius) * Real(distance_bound);
  };
  LaneHits hits = hits_of(rays, rays.at(inside), entry, inside, radius >= Real(0), reach_along, above);
  hits.point = {Real(0), Real(0), Real(0)};
  return hits;
}

/// Of rays relative to the first end, which is 0; `edge` leads to the other.
struct CapsuleRays {
  const LaneRays& rays;
  Vec edge;
  Real radius, edge_square;

  /// The point of the edge that is nearest to p, as a part of the edge.
  Real foot(const Vec& p) const { return fraction_of(dot(p, edge), edge_square); }
  /// From the edge to p.
  Vec away(const Vec& p) const { return p - edge * foot(p); }

  /// The fraction at which the point is nearest to the edge.
  Real nearest() const {
    const Real mm = dot(rays.motion, rays.motion), mb = dot(rays.motion, edge), mc = dot(rays.motion, rays.origin),
               bc = dot(edge, rays.origin);
    const Real first = fraction_of(mb * bc - mc * edge_square, mm * edge_square - mb * mb);
    const Real on_edge = fraction_of(first * mb + bc, edge_square);
    return fraction_of(on_edge * mb - mc, mm);
  }
  /// The fraction at which it enters the cylinder around the edge or, beside that, the ball around an end.
  Real entry() const {
    const Real mb = dot(rays.motion, edge), bc = dot(edge, rays.origin);
    const Vec across = rays.motion - edge * (mb / edge_square), from = rays.origin - edge * (bc / edge_square);
    const Real of_side = entry_of_ball(from, across, radius);
    const Real place = (bc + mb * of_side) / edge_square;
    const Mask beside = (place >= Real(0)) & (place <= Real(1));
    const Mask first = (place < Real(0)) | ((!(place > Real(1))) & (mb >= Real(0)));
    const Vec to_end = select(first, rays.origin, rays.origin - edge);
    return select(beside, of_side, entry_of_ball(to_end, rays.motion, radius));
  }
};

inline LaneHits capsule_hits(const LaneRays& rays, const Vec& edge, const Real& radius) {
  const CapsuleRays capsule{rays, edge, radius, dot(edge, edge)};
  const Real inside = capsule.nearest(), edge_norm = norm_1(edge);
  const Vec nearest = capsule.away(rays.at(inside)), at_entry = rays.at(capsule.entry());
  const auto reach_along = [&](const Vec& n) {
    const Real round = radius * sqrt(dot(n, n));
    return Reach{max(dot(n, edge), Real(0)) + round, dot(abs(n), abs(edge)) + round};
  };
  const auto above = [&](const Real& t) {
    const Vec v = capsule.away(rays.at(t));
    return (sqrt(dot(v, v)) - radius) + ((rays.reach(t) + edge_norm) + radius) * Real(distance_bound);
  };
  LaneHits hits = hits_of(rays, nearest, capsule.away(at_entry), inside, radius >= Real(0), reach_along, above);
  hits.point = edge * capsule.foot(at_entry);
  return hits;
}

}  // namespace lockstep::LOCKSTEP_ISA
