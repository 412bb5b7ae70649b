// Rays of the plane against circles, capsules and boxes, and circles and capsules that move, in double lanes, block by
// block: all as in space at z = 0, by the same formulas and proofs. A box gets as high as the ray is long.
#pragma once

#include "lanes/rays/moving_stage.hpp"
#include "lanes/shapes/load2.hpp"
#include "table/ray_batch2.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ClosedCast2;

inline Vec in_space(const Vec2& v) { return {v.x, v.y, Real(0)}; }

/// What a row of a circle or a capsule of the plane is in space: its radius stands behind z.
struct MovesInPlane {
  using Query = detail::MovingQuery2;
  using Batch = detail::MovingBatch2;
  static constexpr unsigned coordinates = 2;
  static Quad row(const Quad& q) { return {q.x, q.y, Real(0), q.z}; }
};

template <class ShapeOf>
LaneHits box_hits2(const LaneRays& rays, const RowsOf2<ShapeKind2::box>& rows, const ShapeOf& shape, const Vec2& base) {
  const TurnedBox box = load_box2(rows, shape, base);
  const Real zero = 0, height = rays.origin_norm + rays.motion_norm;
  return box_hits(rays, {in_space(box.center),
                         {in_space(box.turn), in_space(left_of(box.turn)), {zero, zero, Real(1)}},
                         {box.half.x, box.half.y, height},
                         zero});
}

/// `origin` is where the ray starts; `base` becomes what points are relative to.
template <ShapeKind2 K, class ShapeOf>
LaneHits closed_hits2(const ShapeOf& shape, const Vec2& origin, const Vec2& motion, Vec2& base) {
  const RowsOf2<K> rows(shape);
  base = xy(rows.row[0]);
  const LaneRays rays(in_space(origin - base), in_space(motion));
  if constexpr (K == ShapeKind2::box) {
    return box_hits2(rays, rows, shape, base);
  } else {
    const Real radius = rows.row[0].z;
    LaneHits hits;
    if constexpr (K == ShapeKind2::circle)
      hits = ball_hits(rays, radius);
    else
      hits = capsule_hits(rays, in_space(xy(rows.row[1]) - base), radius);
    hits.point = hits.point + hits.normal * radius;
    return hits;
  }
}

template <ShapeKind2 K>
[[gnu::flatten]] int ray_stage2(const detail::RayBatch2& batch) {
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::RayQuery2* const queries = batch.queries + k;
    fetch_ahead(k, batch.count,
                [&](int i) { __builtin_prefetch(batch.queries[i].shape), __builtin_prefetch(batch.queries[i].ray); });
    const auto shape = [&](int i) { return batch.shapes.shape_of(queries[i].shape); };
    Quad ray[1];
    load_rows([&](int i) { return queries[i].ray; }, ray);
    Vec2 base;
    const LaneHits hits = closed_hits2<K>(shape, xy(ray[0]), zw(ray[0]), base);
    open = store_hits<2>(hits, in_space(base) + hits.point, k, batch.count, batch.out, open);
  }
  return open;
}

template <ClosedCast2 C>
[[gnu::flatten]] int moving_stage2(const detail::MovingBatch2& batch) {
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    fetch_ahead(k, batch.count,
                [&](int i) { __builtin_prefetch(batch.queries[i].a), __builtin_prefetch(batch.queries[i].b); });
    if constexpr (C == ClosedCast2::two_circles)
      open = move_balls<MovesInPlane>(batch, k, open);
    else if constexpr (C == ClosedCast2::circle_to_capsule)
      open = move_ball_to_capsule<MovesInPlane>(batch, k, open);
    else
      open = move_capsule_to_ball<MovesInPlane>(batch, k, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
