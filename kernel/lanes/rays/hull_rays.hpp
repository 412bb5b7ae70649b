// Rays against convex hulls: planes that rays stay in front of, and portals that they pass through prove the entries
// (docs/numerics.md, section 14).
#pragma once

#include "lanes/rays/hull_portal.hpp"
#include "lanes/rays/missed_hulls.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Error bounds of a triple product of corners of a hull and a ray: as a share of the lengths that it is made of, and
/// by the slack of corners.
inline constexpr Number between_bound = 256 * roundoff, between_slack = 16;

/// The extent of the hulls of W lanes along each axis, from the origin of the rays' coordinates.
struct HullReach {
  Vec lengths;
  Real slack;

  HullReach(const Hull& hull, const Vec& half) : lengths(abs(hull.center) + half), slack(hull.slack) {}

  /// The lengths of vertices count twice, because vertices have twice the error of other terms.
  SupportReach operator()(const Vec& n, const Real& along) const {
    const Vec size = abs(n);
    const Real loose = norm_1(n) * slack;
    return {along + loose, Real(2) * dot(size, lengths) + loose};
  }
};

/// Whether the ray passes between the corners a, b and c, which are counter-clockwise seen along the ray.
inline Mask passes_between(const LaneRays& rays, const Vec& a, const Vec& b, const Vec& c, const HullReach& reach) {
  const Real size = norm_1(reach.lengths);
  const Real bound = (rays.motion_norm * (rays.origin_norm + size)) *
                         (size * Real(between_bound) + reach.slack * Real(between_slack)) +
                     Real(underflow_bound);
  const auto is_left_of = [&](const Vec& p, const Vec& q) {
    return dot(rays.motion, cross(p - rays.origin, q - p)) > bound;
  };
  return is_left_of(a, b) & is_left_of(b, c) & is_left_of(c, a);
}

/// A ray through the portal has crossed it once it has passed the last corner along the normal.
inline Real passed(const LaneRays& rays, const Vec& n, const Real& lowest, const HullReach& reach) {
  const Vec size = abs(n);
  const SupportReach least = reach(n, Real(0));
  const Real products = dot(size, abs(rays.origin)) + least.made_of;
  const Real gap =
      (dot(n, rays.origin) - (lowest - least.along)) + (products * Real(ahead_bound) + Real(underflow_bound));
  const Real speed = -dot(n, rays.motion) - dot(size, abs(rays.motion)) * Real(speed_bound);
  return select(speed > Real(0), rounded_up(gap / speed), Real(infinite_number));
}

/// W rays against W hulls with faces. For rounded hulls, whose searches hardly ever end with a portal, only misses
/// are found.
class HullsOnRays {
 public:
  /// The queries from k on; at least one exists.
  template <class ShapeOf>
  HullsOnRays(const detail::RayBatch& batch, int k, const ShapeOf& shape, HullScratch& scratch)
      : HullsOnRays(batch, k, shape, Rows<4>(shape), scratch) {}
  HullsOnRays(const HullsOnRays&) = delete;
  HullsOnRays& operator=(const HullsOnRays&) = delete;

  bool goes_on() const { return search_.goes_on(); }
  void step() { search_.step(); }
  LaneHits hits() const;
  const Vec& base() const { return base_; }  // in the numbers of the hulls

 private:
  template <class ShapeOf>
  HullsOnRays(const detail::RayBatch& batch, int k, const ShapeOf& shape, const Rows<4>& rows, HullScratch& scratch)
      : base_(xyz(rows.row[0])),
        rays_(rays_of(batch.queries + k, PairPositions().origin(base_, rays_at(batch), shape))),
        hull_(load_hull(rows, shape, base_, nullptr)),
        reach_(hull_, xyz(rows.row[2])),
        search_(rays_, xyz(rows.row[3]), hull_, reach_,
                first_lanes(batch.count - k < Real::width ? batch.count - k : Real::width),
                hull_.placed.lanes & (hull_.placed.radius > Real(0))) {
    if (goes_on()) hull_.vertices.pack(scratch);
  }

  Vec base_;  // the origin of points
  LaneRays rays_;
  Hull hull_;
  HullReach reach_;
  PortalSearch<Hull, HullReach> search_;
};

inline LaneHits HullsOnRays::hits() const {
  const Vec &n = search_.normal(), &a = search_.corner(0), &b = search_.corner(1), &c = search_.corner(2);
  const SupportingPlane ahead(rays_, n, reach_(n, search_.along()));
  LaneHits hits;
  hits.missed = search_.missed();
  hits.lower = ahead.crossing();
  hits.upper = passed(rays_, n, min(min(dot(n, a), dot(n, b)), dot(n, c)), reach_);
  const Real length = sqrt(dot(n, n));
  const Mask narrow =
      (hits.upper - hits.lower) * ahead.closing <= rays_.reach(hits.lower) * (length * Real(narrow_share));
  hits.hit = search_.found() & passes_between(rays_, a, b, c, reach_) & ahead.is_ahead() & narrow &
             (hits.upper <= Real(1)) & (!hits.missed);
  hits.normal = n * (Real(1) / length);
  hits.point = rays_.at(hits.lower);
  return hits;
}

/// For queries that all need vertices. `open` is the number of open queries before; returns the number after.
inline int find_portals(const detail::RayBatch& batch, int open) {
  const auto until = [&](int end) { return end < batch.count ? end : batch.count; };
  const auto shape_of = [&](int i) { return batch.shapes.shape_of(batch.queries[i].shape); };
  HullScratch scratch[2];
  // Two registers take turns, because each step waits for the one before. Queries are padded to two registers.
  for (int k = 0; k < batch.count; k += 2 * Real::width) {
    const int ahead = k + vertices_ahead, next = k + Real::width;
    fetch_vertices(until(ahead), until(ahead + 2 * Real::width), shape_of);
    HullsOnRays first(
        batch, k, [&](int i) { return shape_of(k + i); }, scratch[0]);
    HullsOnRays second(
        batch, next, [&](int i) { return shape_of(next + i); }, scratch[1]);
    for (int i = 0; i < most_portals && (first.goes_on() || second.goes_on()); ++i) {
      if (first.goes_on()) first.step();
      if (second.goes_on()) second.step();
    }
    for (const HullsOnRays* const some : {&first, &second}) {
      const LaneHits hits = some->hits();
      const int from = some == &first ? k : next;
      const auto shape = [&](int i) { return shape_of(from + i); };
      PairPositions positions;
      const Vec base = in_world(positions.origin(some->base(), rays_at(batch), shape), shape);
      open = store_hits(hits, base + hits.point, from, batch.count, batch.out, open);
    }
  }
  return open;
}

[[gnu::flatten]] inline int hull_ray_stage(const detail::RayBatch& batch) {
  fetch_first(batch.count, [&](int i) { return QueryPlaces{batch.queries[i].shape, batch.queries[i].ray}; });
  HullsInReach near;
  const int open = near.answer_others(batch, 0);
  if (near.count == 0) return open;
  detail::HitPlaces out = batch.out;
  out.places = near.places;
  return find_portals({near.queries, near.count, batch.shapes, out, batch.origin}, open);
}

}  // namespace lockstep::LOCKSTEP_ISA
