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

inline void store_hits(const LaneHits& hits, const Vec& base, int live, detail::RayAnswer* answers) {
  const Real nan = __builtin_nan(""), infinite = infinite_number;
  const Mask settled = hits.missed | hits.hit;
  double lower[Real::width], upper[Real::width];
  select(settled, select(hits.missed, infinite, hits.lower), nan).store(lower);
  select(hits.missed, infinite, hits.upper).store(upper);
  const Vec no_place{nan, nan, nan};
  const LanePoints points(select(hits.missed, no_place, base + hits.point)),
      normals(select(hits.missed, no_place, hits.normal));
  for (int i = 0; i < live; ++i) {
    answers[i].lower = lower[i], answers[i].upper = upper[i];
    put(answers[i].point, points.at(i)), put(answers[i].normal, normals.at(i));
  }
}

template <RecordKind K>
void ray_stage(const detail::RayBatch& batch) {
  for (int k = 0; k < batch.count; k += Real::width) {
    const auto query = [&](int i) -> const detail::RayQuery& {
      return batch.queries[k + i < batch.count ? k + i : batch.count - 1];
    };
    const auto shape = [&](int i) -> const auto& { return query(i).shape; };
    Quad ray[2];
    load_rows([&](int i) { return &query(i).row[0][0]; }, ray);
    Vec base;
    const LaneHits hits = closed_hits<K>(shape, xyz(ray[0]), xyz(ray[1]), base);
    const int live = batch.count - k < Real::width ? batch.count - k : Real::width;
    store_hits(hits, base, live, batch.answers + k);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
