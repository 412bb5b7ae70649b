// Rays of the plane against circles, capsules and boxes, and casts of these shapes, in double lanes, block by block:
// by the formulas and proofs of space, for vectors of two coordinates or, for capsules, for vectors with z = 0.
#pragma once

#include "lanes/rays/moving_boxes2.hpp"
#include "lanes/shapes/load2.hpp"
#include "table/ray_batch2.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ClosedCast2;

inline Vec2 xy(const Vec& v) { return {v.x, v.y}; }

/// The row of a circle or a capsule of the plane as one of space: its radius moves behind z.
struct MovesInPlane {
  using Query = detail::MovingQuery2;
  using Batch = detail::MovingBatch2;
  static constexpr unsigned coordinates = 2;
  static Quad row(const Quad& q) { return {q.x, q.y, Real(0), q.z}; }
  static Vec motion(const Query* queries) { return in_space(motions_of(queries)); }
  static Vec2 vector(const Vec& v) { return xy(v); }
};

inline BoxCoreOf<Vec2, 2> core_of(const TurnedBox& box) {
  return {box.center, {box.turn, left_of(box.turn)}, {box.half.x, box.half.y}, box.extent};
}

/// `origin` is the start of the ray in the numbers of `ray`; `base` becomes the origin of points, in the world.
template <ShapeKind2 K, class ShapeOf, class RayOf>
auto closed_hits2(const ShapeOf& shape, const RayOf& ray, const Vec2& origin, const Vec2& motion, bool wants_places,
                  Vec2& base) {
  const RowsOf2<K> rows(shape);
  PairPositions positions;
  const Vec2 anchor = xy(rows.row[0]);
  const OriginOf<Vec2> at = positions.origin(anchor, ray, shape);
  base = in_world(at, shape);
  const LaneRaysOf rays(origin - at, motion);
  const Real radius = rows.row[0].z;
  if constexpr (K == ShapeKind2::box) {
    return box_hits(rays, core_of(load_box2(rows, shape, anchor)));
  } else if constexpr (K == ShapeKind2::circle) {
    return ball_hits(rays, radius, wants_places);
  } else {
    LaneHits hits =
        capsule_hits({in_space(rays.origin), in_space(rays.motion)}, in_space(xy(rows.row[1]) - anchor), radius);
    hits.point = hits.point + hits.normal * radius;
    return LaneHitsOf<Vec2>{hits.lower, hits.upper, hits.missed, hits.hit, xy(hits.point), xy(hits.normal)};
  }
}

template <ShapeKind2 K>
[[gnu::flatten]] int ray_stage2(const detail::RayBatch2& batch) {
  const bool wants_places = batch.out.wants_places();
  const auto places = [&](int i) { return QueryPlaces{batch.queries[i].shape, batch.queries[i].ray}; };
  fetch_first(batch.count, places);
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::RayQuery2* const queries = batch.queries + k;
    fetch_ahead(k, batch.count, places);
    const auto shape = [&](int i) { return batch.shapes.shape_of(queries[i].shape); };
    Quad ray[1];
    load_rows([&](int i) { return queries[i].ray; }, ray);
    Vec2 base;
    const auto hits = closed_hits2<K>(shape, rays_at(batch), xy(ray[0]), zw(ray[0]), wants_places, base);
    open = store_hits<2>(hits, base + hits.point, k, batch.count, batch.out, open);
  }
  return open;
}

template <ClosedCast2 C, bool at_positions>
[[gnu::flatten]] int moving_blocks2(const detail::MovingBatch2& batch) {
  constexpr unsigned registers = C == ClosedCast2::two_circles && !at_positions ? registers_in_turn : 1;
  return each_moving_block<registers>(batch, [&](int k, int open) {
    if constexpr (registers == 1) fetch_records(batch, k);
    if constexpr (C == ClosedCast2::two_circles)
      return move_balls<MovesInPlane, registers, at_positions>(batch, k, open);
    else if constexpr (C == ClosedCast2::circle_to_capsule)
      return move_ball_to_capsule<MovesInPlane>(batch, k, open);
    else if constexpr (C == ClosedCast2::capsule_to_circle)
      return move_capsule_to_ball<MovesInPlane>(batch, k, open);
    else
      return move_boxes<at_positions>(batch, k, open);
  });
}

template <ClosedCast2 C>
int moving_stage2(const detail::MovingBatch2& batch) {
  return has_placed_shapes(batch) ? moving_blocks2<C, true>(batch) : moving_blocks2<C, false>(batch);
}

}  // namespace lockstep::LOCKSTEP_ISA
