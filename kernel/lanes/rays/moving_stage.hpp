// Moving balls against balls and capsules, and moving capsules against balls: the centre of the ball is a ray, and
// the other shape grows by the ball's radius; and moving aligned boxes. In double lanes, block by block.
#pragma once

#include "lanes/rays/moving_boxes.hpp"
#include "lanes/rays/moving_pairs.hpp"
#include "lanes/rays/round_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ClosedCast;

/// Stores the point of b, in world space, from the point `core` of its core; `normal` leads from b to a.
template <class Space, class V>
int store_moving(LaneHitsOf<V> hits, const V& core, const V& normal, const Real& radius_b, int k,
                 const typename Space::Batch& batch, int open) {
  hits.normal = normal;
  return store_hits<Space::coordinates>(hits, core + normal * radius_b, k, batch.count, batch.out, open);
}

/// A number whose sign differs for a motion and its opposite, unless the motion is 0.
inline Real sign_of(const Vec& m) { return select(m.x == Real(0), select(m.y == Real(0), m.z, m.y), m.x); }
inline Real sign_of(const Vec2& m) { return select(m.x == Real(0), m.y, m.x); }

/// Two balls. (a, b) and (b, a) become the same ray: the one whose motion is not negative.
template <class Space, bool at_positions>
struct MovingBalls {
  decltype(Space::vector(Vec())) apart, motion, center;  // the last is that of b, if shapes have positions
  Real radii, sign;

  void load(const typename Space::Batch& batch, int k) {
    const auto* const queries = batch.queries + k;
    if constexpr (at_positions) {
      const MovingPairs<Space, 1, 1> pairs(queries);
      PlacesOfPairs<typename Space::Batch> places(batch, k);
      const auto origin = places.origin(Space::vector(xyz(pairs.b[0])));
      apart = Space::vector(xyz(pairs.a[0])) - origin, center = in_world(origin, places.b());
      motion = Space::vector(pairs.motion), sign = sign_of(motion), radii = pairs.radii();
      return;
    }
    const Quad row = Space::row(load_difference<Space::coordinates>([=](int i) { return &queries[i].a->row[0][0]; },
                                                                    [=](int i) { return &queries[i].b->row[0][0]; }));
    motion = Space::vector(Space::motion(queries)), sign = sign_of(motion);
    apart = Space::vector(xyz(row)), radii = row.w;
  }
  /// The rays of the centres; zeros have the same sign in either order.
  [[nodiscard]] auto rays() const {
    return LaneRaysOf(with_positive_zeros(flip_sign(apart, sign)), flip_sign(motion, sign));
  }
};

/// N registers of such pairs.
template <class Space, unsigned N, bool at_positions>
int move_balls(const typename Space::Batch& batch, int k, int open) {
  using V = decltype(Space::vector(Vec()));
  const auto from = [&](unsigned j) { return k + static_cast<int>(j) * Real::width; };
  MovingBalls<Space, at_positions> balls[N];
  BallRoots<V> roots[N];
  LOCKSTEP_EACH_REGISTER(j, N) balls[j].load(batch, from(j));
  LOCKSTEP_EACH_REGISTER(j, N) roots[j].begin(balls[j].rays(), balls[j].radii);
  find_roots(roots);
  LOCKSTEP_EACH_REGISTER(j, N) {
    LaneHitsOf<V> hits = roots[j].hits();
    fetch_records(batch, from(j));  // not all at once
    if (!batch.out.wants_places()) {
      open = store_hits<Space::coordinates>(hits, hits.point, from(j), batch.count, batch.out, open);
      continue;
    }
    const MovingPairs<Space, 1, 1> pairs(batch.queries + from(j));
    balls[j].load(batch, from(j));  // again: kept values would spill from registers
    hits.normal = flip_sign(entry_normal(balls[j].rays(), hits.lower), balls[j].sign);
    const V center = at_positions ? balls[j].center : Space::vector(xyz(pairs.b[0]));
    open = store_moving<Space>(hits, center, hits.normal, pairs.b[0].w, from(j), batch, open);
  }
  return open;
}

template <class Space>
int move_ball_to_capsule(const typename Space::Batch& batch, int k, int open) {
  const MovingPairs<Space, 1, 2> pairs(batch.queries + k);
  const Vec end = xyz(pairs.b[0]);
  PlacesOfPairs<typename Space::Batch> places(batch, k);
  const Origin origin = places.origin(end);
  const LaneRays rays(xyz(pairs.a[0]) - origin, pairs.motion);
  const LaneHits hits = capsule_hits(rays, xyz(pairs.b[1]) - end, pairs.radii());
  return store_moving<Space>(hits, in_world(origin, places.b()) + hits.point, hits.normal, pairs.b[0].w, k, batch,
                             open);
}

/// As the opposite motion of the ball.
template <class Space>
int move_capsule_to_ball(const typename Space::Batch& batch, int k, int open) {
  const MovingPairs<Space, 2, 1> pairs(batch.queries + k);
  const Vec end = xyz(pairs.a[0]), zero{Real(0), Real(0), Real(0)};
  PlacesOfPairs<typename Space::Batch> places(batch, k);
  const Origin origin = places.origin(xyz(pairs.b[0]));
  const LaneRays rays(zero - (end - origin), -pairs.motion);
  const LaneHits hits = capsule_hits(rays, xyz(pairs.a[1]) - end, pairs.radii());
  return store_moving<Space>(hits, in_world(origin, places.b()), -hits.normal, pairs.b[0].w, k, batch, open);
}

/// Calls move(k, open) for blocks of N registers of pairs from k on; returns the number of open pairs.
template <unsigned N, class Batch, class Move>
int each_moving_block(const Batch& batch, const Move& move) {
  constexpr int step = static_cast<int>(N) * Real::width;
  fetch_first(batch.count, [&](int i) { return QueryPlaces{batch.queries[i].a, batch.queries[i].b}; });
  int open = 0;
  for (int k = 0; k < batch.count; k += step) open = move(k, open);
  return open;
}

template <ClosedCast C, bool at_positions>
[[gnu::flatten]] int moving_blocks(const detail::MovingBatch& batch) {
  constexpr bool takes_turns = C == ClosedCast::two_balls || C == ClosedCast::two_aabbs;
  constexpr unsigned registers = takes_turns && !at_positions ? registers_in_turn : 1;
  return each_moving_block<registers>(batch, [&](int k, int open) {
    if constexpr (registers == 1) fetch_records(batch, k);
    if constexpr (C == ClosedCast::two_balls)
      return move_balls<MovesInSpace, registers, at_positions>(batch, k, open);
    else if constexpr (C == ClosedCast::ball_to_capsule)
      return move_ball_to_capsule<MovesInSpace>(batch, k, open);
    else if constexpr (C == ClosedCast::capsule_to_ball)
      return move_capsule_to_ball<MovesInSpace>(batch, k, open);
    else
      return move_aabbs<registers, at_positions>(batch, k, open);
  });
}

template <ClosedCast C>
int moving_stage(const detail::MovingBatch& batch) {
  return has_placed_shapes(batch) ? moving_blocks<C, true>(batch) : moving_blocks<C, false>(batch);
}

}  // namespace lockstep::LOCKSTEP_ISA
