// Rays against shapes of one kind, in double lanes, block by block.
#pragma once

#include "lanes/rays/aligned_rays.hpp"
#include "lanes/rays/box_rays.hpp"
#include "lanes/rays/disc_rays.hpp"
#include "lanes/rays/ellipsoid_rays.hpp"
#include "lanes/rays/store_hits.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// An ellipsoid, a cylinder or a cone in each lane.
template <class ShapeOf>
LaneHits quadric_hits(const LaneRays& rays, const Rows<4>& rows, const Quadric& shape, const ShapeOf& of) {
  const Mask discs = shape.two_discs;
  const Vec radii{rows.row[1].w, rows.row[2].w, rows.row[3].w};
  if (none(discs)) return ellipsoid_hits(rays, shape, radii, !discs);
  Quad given[1];  // the centre of the top and the radius
  load_rows([&](int i) { return &of(i).rotation->x; }, given);
  const LaneHits flat = disc_hits(rays, xyz(given[0]) - xyz(rows.row[0]), given[0].w, shape.top, discs);
  if (all(discs)) return flat;
  const LaneHits round = ellipsoid_hits(rays, shape, radii, !discs);
  return {select(discs, flat.lower, round.lower),
          select(discs, flat.upper, round.upper),
          flat.missed | round.missed,
          flat.hit | round.hit,
          select(discs, flat.point, round.point),
          select(discs, flat.normal, round.normal)};
}

/// `origin` is the start of the ray in the numbers of `ray`; `base` becomes the origin of points, in the world.
template <RecordKind K, class ShapeOf, class RayOf>
LaneHits closed_hits(const ShapeOf& shape, const RayOf& ray, const Vec& origin, const Vec& motion, bool wants_places,
                     Vec& base) {
  const RowsOf<K> rows(shape);
  PairPositions positions;
  constexpr bool from_ray = K == RecordKind::aabb;
  const Vec anchor = from_ray ? origin : xyz(rows.row[0]);
  const Origin at = from_ray ? positions.origin(anchor, shape, ray) : positions.origin(anchor, ray, shape);
  base = from_ray ? in_world(at, ray) : in_world(at, shape);
  const LaneRays rays(from_ray ? Vec{Real(0), Real(0), Real(0)} : origin - at, motion);
  if constexpr (K == RecordKind::sphere) {
    return ball_hits(rays, rows.row[0].w, wants_places);
  } else if constexpr (K == RecordKind::aabb) {
    const Vec low = xyz(rows.row[0]) - at, high = xyz(rows.row[1]) - at;
    AlignedRays boxes;
    boxes.begin(motion, low, high), boxes.divide();
    LaneHits hits = boxes.hits(wants_places);
    if (wants_places) {
      const Vec p = motion * hits.lower;
      hits.point = {min(max(p.x, low.x), high.x), min(max(p.y, low.y), high.y), min(max(p.z, low.z), high.z)};
    }
    return hits;
  } else if constexpr (K == RecordKind::box) {
    return box_hits(rays, load_core<K>(rows, shape, anchor, nullptr));
  } else if constexpr (K == RecordKind::capsule) {
    const Real radius = rows.row[0].w;
    LaneHits hits = capsule_hits(rays, xyz(rows.row[1]) - anchor, radius);
    hits.point = hits.point + hits.normal * radius;
    return hits;
  } else {
    return quadric_hits(rays, rows, load_quadric(rows, shape, anchor), shape);
  }
}

template <RecordKind K>
[[gnu::flatten]] int ray_stage(const detail::RayBatch& batch) {
  const bool wants_places = batch.out.wants_places();
  const auto places = [&](int i) { return QueryPlaces{batch.queries[i].shape, batch.queries[i].ray}; };
  fetch_first(batch.count, places);
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::RayQuery* const queries = batch.queries + k;
    fetch_ahead(k, batch.count, places);
    const auto shape = [&](int i) { return batch.shapes.shape_of(queries[i].shape); };
    Quad start[1];  // the first four of each ray's six numbers
    load_rows([&](int i) { return queries[i].ray; }, start);
    Vec motion{start[0].w, 0, 0}, base;
    load_pairs([&](int i) { return queries[i].ray + 4; }, motion.y, motion.z);
    const LaneHits hits = closed_hits<K>(shape, rays_at(batch), xyz(start[0]), motion, wants_places, base);
    open = store_hits(hits, base + hits.point, k, batch.count, batch.out, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
