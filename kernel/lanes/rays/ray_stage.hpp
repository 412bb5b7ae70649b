// Rays against shapes of one kind, in double lanes, block by block.
#pragma once

#include "lanes/distance/lane_points.hpp"
#include "lanes/rays/box_rays.hpp"
#include "lanes/rays/disc_rays.hpp"
#include "lanes/rays/ellipsoid_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// An ellipsoid, a cylinder or a cone in each lane.
template <class ShapeOf>
LaneHits quadric_hits(const LaneRays& rays, const Rows<4>& rows, const Quadric& shape, const ShapeOf& of) {
  const Mask discs = shape.two_discs;
  const Vec radii{rows.row[1].w, rows.row[2].w, rows.row[3].w};
  if (none(discs)) return ellipsoid_hits(rays, shape, radii, !discs);
  Quad given[1];  // the middle of the top and the radius
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

/// `origin` is where the ray starts, in world space; `base` becomes what points are relative to.
template <RecordKind K, class ShapeOf>
LaneHits closed_hits(const ShapeOf& shape, const Vec& origin, const Vec& motion, Vec& base) {
  const RowsOf<K> rows(shape);
  base = K == RecordKind::aabb ? origin : xyz(rows.row[0]);
  const LaneRays rays(origin - base, motion);
  if constexpr (K == RecordKind::ball) {
    return ball_hits(rays, rows.row[0].w);
  } else if constexpr (K == RecordKind::aabb) {
    return aabb_hits(rays, xyz(rows.row[0]) - origin, xyz(rows.row[1]) - origin);
  } else if constexpr (K == RecordKind::box) {
    return box_hits(rays, load_box(rows, shape, base));
  } else if constexpr (K == RecordKind::capsule) {
    return capsule_hits(rays, xyz(rows.row[1]) - base, rows.row[0].w);
  } else {
    return quadric_hits(rays, rows, load_quadric(rows, shape, base), shape);
  }
}

inline void store_vectors(const Vec& v, const std::uint16_t* places, int live, double* to) {
  const LanePoints lanes(v);
  for (int i = 0; i < live; ++i) {
    double* const out = to + std::size_t{3} * places[i];
    out[0] = lanes.x[i], out[1] = lanes.y[i], out[2] = lanes.z[i];
  }
}

/// Of the `live` first of W queries; `open` is how many have been left open so far, and is returned as it is then.
inline int store_hits(const LaneHits& hits, const Vec& base, const std::uint16_t* places, int live,
                      const detail::HitPlaces& out, int open) {
  const Real infinite = infinite_number;
  double lower[Real::width], upper[Real::width];
  select(hits.missed, infinite, hits.lower).store(lower);
  select(hits.missed, infinite, hits.upper).store(upper);
  const unsigned settled = bits(hits.missed | hits.hit);
  for (int i = 0; i < live; ++i) {
    double* const fractions = out.fractions + std::size_t{2} * places[i];
    fractions[0] = lower[i], fractions[1] = upper[i];
    out.open[open] = places[i], open += (settled >> i & 1U) == 0 ? 1 : 0;
  }
  const Real nan = __builtin_nan("");
  const Vec no_place{nan, nan, nan};
  if (out.points != nullptr) store_vectors(select(hits.missed, no_place, base + hits.point), places, live, out.points);
  if (out.normals != nullptr) store_vectors(select(hits.missed, no_place, hits.normal), places, live, out.normals);
  return open;
}

template <RecordKind K>
int ray_stage(const detail::RayBatch& batch) {
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::RayQuery* const queries = batch.queries + k;
    const auto shape = [&](int i) { return batch.shapes.shape_of(queries[i].shape); };
    Quad starts[1], ends[1];  // of the six numbers of each ray
    load_rows([&](int i) { return queries[i].ray; }, starts);
    load_rows([&](int i) { return queries[i].ray + 2; }, ends);
    Vec base;
    const LaneHits hits = closed_hits<K>(shape, xyz(starts[0]), {ends[0].y, ends[0].z, ends[0].w}, base);
    const int live = batch.count - k < Real::width ? batch.count - k : Real::width;
    open = store_hits(hits, base, batch.out.places + k, live, batch.out, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
