// Balls that move towards balls and capsules, and capsules towards balls: the centre of the ball is a ray, and the
// other shape is grown by the ball's radius; and aligned boxes that move towards each other, as a corner does towards
// one that is grown by the other. In double lanes, block by block.
#pragma once

#include "lanes/distance/aligned_gap.hpp"
#include "lanes/rays/aligned_rays.hpp"
#include "lanes/rays/round_rays.hpp"
#include "lanes/rays/store_hits.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ClosedCast;

/// What pairs have to know of space; plane_rays.hpp has what they know of the plane.
struct MovesInSpace {
  using Query = detail::MovingQuery;
  using Batch = detail::MovingBatch;
  static constexpr unsigned coordinates = 3;
  static const Quad& row(const Quad& q) { return q; }
  static Vec motion(const Query* queries) {
    Quad by[1];
    load_rows([=](int i) { return queries[i].motion; }, by);
    return xyz(by[0]);
  }
  static Vec vector(const Vec& v) { return v; }
};

/// Of a motion that is not 0 either it or the opposite one is such a motion.
inline Mask is_backward(const Vec& m) {
  const Mask level = m.x == Real(0), flat = level & (m.y == Real(0));
  return (m.x < Real(0)) | ((level & (m.y < Real(0))) | (flat & (m.z < Real(0))));
}
inline Mask is_backward(const Vec2& m) { return (m.x < Real(0)) | ((m.x == Real(0)) & (m.y < Real(0))); }

/// W pairs, the first rows of their records, and the motion of a.
template <class World, unsigned RowsOfA, unsigned RowsOfB>
struct MovingPairs {
  Quad a[RowsOfA], b[RowsOfB];
  Vec motion;

  explicit MovingPairs(const typename World::Query* queries) {
    load_rows([=](int i) { return &queries[i].a->row[0][0]; }, a);
    load_rows([=](int i) { return &queries[i].b->row[0][0]; }, b);
    motion = World::motion(queries);
    for (Quad& row : a) row = World::row(row);
    for (Quad& row : b) row = World::row(row);
  }
  /// No number, if that of one is none: a record that is not made of valid numbers has no others.
  Real radii() const { return a[0].w + b[0].w; }
};

/// The point of b, in world space, which is that of its core; `normal` leads from b to a.
template <class World, class V>
int store_moving(LaneHitsOf<V> hits, const V& core, const V& normal, const Real& radius_b, int k,
                 const typename World::Batch& batch, int open) {
  hits.normal = normal;
  return store_hits<World::coordinates>(hits, core + normal * radius_b, k, batch.count, batch.out, open);
}

/// Two balls. (a, b) and (b, a) become the same ray, that with the motion that is no negative one.
template <class World>
int move_balls(const typename World::Batch& batch, int k, int open) {
  const MovingPairs<World, 1, 1> pairs(batch.queries + k);
  const auto m = World::vector(pairs.motion), a = World::vector(xyz(pairs.a[0])), b = World::vector(xyz(pairs.b[0]));
  const Mask backward = is_backward(m);
  const Real sign = select(backward, Real(-1), Real(1));
  const LaneRaysOf rays(select(backward, b - a, a - b), flip_sign(m, sign));
  auto hits = ball_hits(rays, pairs.radii());
  if (batch.out.wants_places()) hits.normal = flip_sign(entry_normal(rays, hits.lower), sign);
  return store_moving<World>(hits, b, hits.normal, pairs.b[0].w, k, batch, open);
}

template <class World>
int move_ball_to_capsule(const typename World::Batch& batch, int k, int open) {
  const MovingPairs<World, 1, 2> pairs(batch.queries + k);
  const Vec end = xyz(pairs.b[0]);
  const LaneRays rays(xyz(pairs.a[0]) - end, pairs.motion);
  const LaneHits hits = capsule_hits(rays, xyz(pairs.b[1]) - end, pairs.radii());
  return store_moving<World>(hits, end + hits.point, hits.normal, pairs.b[0].w, k, batch, open);
}

/// As if it were the ball that moved, the other way.
template <class World>
int move_capsule_to_ball(const typename World::Batch& batch, int k, int open) {
  const MovingPairs<World, 2, 1> pairs(batch.queries + k);
  const Vec end = xyz(pairs.a[0]), center = xyz(pairs.b[0]);
  const LaneRays rays(center - end, -pairs.motion);
  const LaneHits hits = capsule_hits(rays, xyz(pairs.a[1]) - end, pairs.radii());
  return store_moving<World>(hits, center, -hits.normal, pairs.b[0].w, k, batch, open);
}

/// The middle of what two boxes have in common along one axis, or of what is between them; in the second one.
inline Real common_place(const Real& low_a, const Real& high_a, const Real& low_b, const Real& high_b) {
  return min(max((max(low_a, low_b) + min(high_a, high_b)) * Real(0.5), low_b), high_b);
}

/// Those that overlap from the start, of which signs of differences say so: by their distance. (Boxes about one middle
/// have an order by their motion alone.)
inline Mask overlap_at_once(const Vec& motion, const Vec& low, const Vec& high) {
  const Mask inside = (max(max(low.x, low.y), low.z) < Real(0)) & (min(min(high.x, high.y), high.z) > Real(0));
  const Real aside = norm_1(low + high), numbers = norm_1(high - low) + norm_1(motion);
  return inside & ((aside > Real(0)) & (numbers < Real(infinite_number)));
}

/// As Rows read it.
struct OnlyRecord {
  const detail::Record* record;
};

inline int move_aabbs(const detail::MovingBatch& batch, int k, int open) {
  const MovingPairs<MovesInSpace, 2, 2> pairs(batch.queries + k);
  const Vec low_a = xyz(pairs.a[0]), high_a = xyz(pairs.a[1]), low_b = xyz(pairs.b[0]), high_b = xyz(pairs.b[1]);
  const Vec from = low_b - high_a, to = high_b - low_a;
  const bool wants_places = batch.out.wants_places();
  LaneHits hits = aabb_hits(pairs.motion, from, to, wants_places);
  const Mask inside = overlap_at_once(pairs.motion, from, to);
  hits.lower = select(inside, Real(0), hits.lower), hits.upper = select(inside, Real(0), hits.upper);
  hits.missed = hits.missed & (!inside), hits.hit = hits.hit | inside;
  if (wants_places) {
    const Vec by = pairs.motion * hits.lower, low = low_a + by, high = high_a + by;
    hits.point = {common_place(low.x, high.x, low_b.x, high_b.x), common_place(low.y, high.y, low_b.y, high_b.y),
                  common_place(low.z, high.z, low_b.z, high_b.z)};
    if (any(inside)) {
      AlignedGap pair;
      const detail::MovingQuery* const of = batch.queries + k;
      pair.load(Rows<2>([=](int i) { return OnlyRecord{of[i].a}; }),
                Rows<2>([=](int i) { return OnlyRecord{of[i].b}; }));
      const DirectPoints out = pair.points();
      hits.normal = select(inside, out.normal, hits.normal), hits.point = select(inside, out.on_b, hits.point);
    }
  }
  return store_hits(hits, hits.point, k, batch.count, batch.out, open);
}

template <ClosedCast C>
[[gnu::flatten]] int moving_stage(const detail::MovingBatch& batch) {
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    fetch_ahead(k, batch.count,
                [&](int i) { __builtin_prefetch(batch.queries[i].a), __builtin_prefetch(batch.queries[i].b); });
    if constexpr (C == ClosedCast::two_balls)
      open = move_balls<MovesInSpace>(batch, k, open);
    else if constexpr (C == ClosedCast::ball_to_capsule)
      open = move_ball_to_capsule<MovesInSpace>(batch, k, open);
    else if constexpr (C == ClosedCast::capsule_to_ball)
      open = move_capsule_to_ball<MovesInSpace>(batch, k, open);
    else
      open = move_aabbs(batch, k, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
