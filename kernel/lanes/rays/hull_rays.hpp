// Rays against convex hulls: planes that they stay before, and portals that they pass through, which prove where they
// enter (docs/numerics.md, section 14).
#pragma once

#include "lanes/rays/hull_portal.hpp"
#include "lanes/rays/store_hits.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What a product of three vectors, of corners of a hull and a ray, is off by, of the lengths that it is made of; and
/// by the slack of corners.
inline constexpr Number between_bound = 256 * roundoff, between_slack = 16;

/// How far the hulls of W lanes reach from the point that rays are relative to, along each axis.
struct HullReach {
  Vec lengths;
  Real slack;

  HullReach(const Hull& hull, const Vec& half) : lengths(abs(hull.center) + half), slack(hull.slack) {}

  /// Vertices are known to half of what others are made of.
  Reach operator()(const Vec& n, const Real& along) const {
    const Vec size = abs(n);
    const Real loose = norm_1(n) * slack;
    return {along + loose, Real(2) * dot(size, lengths) + loose};
  }
};

/// Missed by what the box around a hull says, without a look at its vertices: `half` is more than it reaches from its
/// center.
inline Mask misses_box(const LaneRays& rays, const Hull& hull, const Vec& half, const HullReach& reach) {
  const auto stays_before = [&](const Vec& n) {
    return SupportingPlane(rays, n, reach(n, dot(n, hull.center) + dot(abs(n), half))).stays_ahead();
  };
  const Vec from = rays.origin - hull.center;
  const Real speed = dot(rays.motion, rays.motion);
  const Vec nearest = from - rays.motion * (dot(from, rays.motion) / speed);
  return stays_before(nearest) | stays_before(rays.motion) | stays_before(-rays.motion);
}

/// The ray passes between the corners a, b and c, which are counter-clockwise, seen along it.
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

/// Those that pass through the portal do so when they have passed the last of its corners, along a normal.
inline Real passed(const LaneRays& rays, const Vec& n, const Real& lowest, const HullReach& reach) {
  const Vec size = abs(n);
  const Reach least = reach(n, Real(0));
  const Real products = dot(size, abs(rays.origin)) + least.made_of;
  const Real gap =
      (dot(n, rays.origin) - (lowest - least.along)) + (products * Real(ahead_bound) + Real(underflow_bound));
  const Real speed = -dot(n, rays.motion) - dot(size, abs(rays.motion)) * Real(speed_bound);
  return select(speed > Real(0), rounded_up(gap / speed), Real(infinite_number));
}

/// Of rounded hulls, where portals hardly ever end, it is only seen whether the ray passes by.
inline LaneHits hull_hits(const LaneRays& rays, const Hull& hull, const Vec& inner, const HullReach& reach,
                          Mask active) {
  PortalSearch search(rays, inner, hull, reach, active, hull.placed.lanes & (hull.placed.radius > Real(0)));
  search.run();
  const Vec& n = search.normal();
  const Vec &a = search.corner(0), &b = search.corner(1), &c = search.corner(2);
  const SupportingPlane ahead(rays, n, reach(n, search.along()));
  LaneHits hits;
  hits.missed = search.missed();
  hits.lower = ahead.crossing();
  hits.upper = passed(rays, n, min(min(dot(n, a), dot(n, b)), dot(n, c)), reach);
  const Real length = sqrt(dot(n, n));
  const Mask narrow =
      (hits.upper - hits.lower) * ahead.closing <= rays.reach(hits.lower) * (length * Real(narrow_share));
  hits.hit = search.found() & passes_between(rays, a, b, c, reach) & ahead.is_ahead() & narrow &
             (hits.upper <= Real(1)) & (!hits.missed);
  hits.normal = n * (Real(1) / length);
  hits.point = rays.at(hits.lower);
  return hits;
}

/// What has fewer vertices is flat and left to the search, as triangles of meshes are.
inline Mask has_faces(const Hull& hull) {
  Number count[Real::width];
  for (int i = 0; i < Real::width; ++i) count[i] = hull.vertices.lane[i].count;
  return Real::load(count) > Real(3);
}

inline LaneHits hits_of_none(Mask missed) {
  const Vec no_place{Real(0), Real(0), Real(0)};
  return {Real(0), Real(0), missed, first_lanes(0), no_place, no_place};
}

/// So many queries before they are answered, the vertices of their hulls are asked for, if these are few: what would be
/// waited for are their first lines.
inline constexpr int vertices_ahead = 16;
inline constexpr std::uint32_t lines_ahead = 6;

/// Of queries from `begin` on, before `end`, whose records have come.
template <class ShapeOf>
[[gnu::always_inline]] inline void fetch_vertices(int begin, int end, const ShapeOf& shape) {
  for (int i = begin; i < end; ++i) {
    const detail::ShapeRef hull = shape(i);
    if (is_placed(hull)) continue;
    const HullVertices vertices = vertices_of(hull, false);
    const std::uint32_t lines = 3 * vertices.stride() / detail::vertex_padding;
    for (std::uint32_t k = 0; k < lines && k < lines_ahead; ++k) {
      __builtin_prefetch(vertices.x + std::size_t{detail::vertex_padding} * k);
      __builtin_prefetch(vertices.low_x + std::size_t{detail::vertex_padding} * k);
    }
  }
}

[[gnu::flatten]] inline int hull_ray_stage(const detail::RayBatch& batch) {
  const auto places = [&](int i) { return QueryPlaces{batch.queries[i].shape, batch.queries[i].ray}; };
  fetch_first(batch.count, places);
  const auto shape_of = [&](int i) { return batch.shapes.shape_of(batch.queries[i].shape); };
  const auto until = [&](int end) { return end < batch.count ? end : batch.count; };
  fetch_vertices(0, until(vertices_ahead), shape_of);
  HullScratch scratch;
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::RayQuery* const queries = batch.queries + k;
    fetch_ahead(k, batch.count, places);
    const int ahead = k + vertices_ahead;
    fetch_vertices(until(ahead), until(ahead + Real::width), shape_of);
    const auto shape = [&](int i) { return shape_of(k + i); };
    Quad start[1];  // of the six numbers of each ray
    load_rows([&](int i) { return queries[i].ray; }, start);
    Vec motion{start[0].w, 0, 0};
    load_pairs([&](int i) { return queries[i].ray + 4; }, motion.y, motion.z);
    const Rows<4> rows(shape);
    const Vec base = xyz(rows.row[0]);
    const LaneRays rays(xyz(start[0]) - base, motion);
    Hull hull = load_hull(rows, shape, base, nullptr);
    const Vec half = xyz(rows.row[2]);
    const HullReach reach(hull, half);
    const Mask good = rays.finite() & has_faces(hull), missed = good & misses_box(rays, hull, half, reach);
    const Mask active = good & !missed;
    LaneHits hits = hits_of_none(missed);
    if (any(active)) {
      hull.vertices.pack(scratch);
      hits = hull_hits(rays, hull, xyz(rows.row[3]), reach, active);
      hits.missed = hits.missed | missed;
    }
    open = store_hits(hits, base + hits.point, k, batch.count, batch.out, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
