// A moving aligned box against another one: a corner of the first is cast against the second, grown by the first.
#pragma once

#include "lanes/distance/aligned_gap.hpp"
#include "lanes/rays/aligned_rays.hpp"
#include "lanes/rays/moving_pairs.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The middle of the common interval of two boxes along each axis, or of the gap between them; clamped to the second
/// box.
inline Vec common_place(const Vec& low_a, const Vec& high_a, const Vec& low_b, const Vec& high_b) {
  const auto along = [](const Real& la, const Real& ha, const Real& lb, const Real& hb) {
    return min(max((max(la, lb) + min(ha, hb)) * Real(0.5), lb), hb);
  };
  return {along(low_a.x, high_a.x, low_b.x, high_b.x), along(low_a.y, high_a.y, low_b.y, high_b.y),
          along(low_a.z, high_a.z, low_b.z, high_b.z)};
}

/// Pairs that overlap from the start, by signs of differences, which are exact: their distance decides. (Concentric
/// boxes are left out: their order depends on the motion alone.)
inline Mask overlap_at_once(const AlignedRays& rays) {
  const Vec &low = rays.low, &high = rays.high, middle = low + high;
  const Mask inside = (max(max(low.x, low.y), low.z) < Real(0)) & (min(min(high.x, high.y), high.z) > Real(0));
  return inside & ((norm_1(middle) > Real(0)) & rays.finite());
}

/// A record in the form that Rows loads.
struct OnlyRecord {
  const detail::Record* record;
};

/// The places of W pairs of boxes at the fractions of `hits`, and the normals of those that overlap from the start.
inline void place_boxes(const detail::MovingQuery* queries, const Mask& inside, LaneHits& hits) {
  const MovingPairs<MovesInSpace, 2, 2> pairs(queries);
  const Vec low_a = xyz(pairs.a[0]), high_a = xyz(pairs.a[1]), low_b = xyz(pairs.b[0]), high_b = xyz(pairs.b[1]);
  const Vec by = pairs.motion * hits.lower;
  hits.point = common_place(low_a + by, high_a + by, low_b, high_b);
  if (none(inside)) return;
  AlignedGap pair;
  pair.load(Rows<2>([=](int i) { return OnlyRecord{queries[i].a}; }),
            Rows<2>([=](int i) { return OnlyRecord{queries[i].b}; }));
  const DirectPoints out = pair.points();
  hits.normal = select(inside, out.normal, hits.normal), hits.point = select(inside, out.on_b, hits.point);
}

/// The corner of a as a ray at b grown by a.
inline void begin(const detail::MovingQuery* queries, AlignedRays& rays) {
  const auto corner = [=](const detail::Record* const detail::MovingQuery::*shape, int row) {
    return [=](int i) { return &(queries[i].*shape)->row[row][0]; };
  };
  const Quad from = load_difference<3>(corner(&detail::MovingQuery::b, 0), corner(&detail::MovingQuery::a, 1));
  const Quad to = load_difference<3>(corner(&detail::MovingQuery::b, 1), corner(&detail::MovingQuery::a, 0));
  rays.begin(MovesInSpace::motion(queries), xyz(from), xyz(to));
}

/// The same at positions, and the places of the hits.
struct PlacedBoxes {
  Vec low_a, high_a, low_b, high_b, motion;  // relative to the low corner of b
  Vec corner;                                // that, in the world

  PlacedBoxes(const detail::MovingBatch& batch, int k, AlignedRays& rays) {
    const MovingPairs<MovesInSpace, 2, 2> pairs(batch.queries + k);
    const Vec low = xyz(pairs.b[0]), high = xyz(pairs.b[1]), zero{Real(0), Real(0), Real(0)};
    PlacesOfPairs<detail::MovingBatch> places(batch, k);
    const Origin at_low = places.origin(low), at_high{high, at_low.gap};
    low_a = xyz(pairs.a[0]) - at_low, high_a = xyz(pairs.a[1]) - at_low, low_b = zero, high_b = high - low;
    motion = pairs.motion, corner = in_world(at_low, places.b());
    rays.begin(motion, zero - high_a, zero - (xyz(pairs.a[0]) - at_high));
  }
  [[nodiscard]] Vec point(const Real& fraction) const {
    const Vec by = motion * fraction;
    return corner + common_place(low_a + by, high_a + by, low_b, high_b);
  }
};

/// Pairs that overlap from the start stay open.
inline int move_placed_aabbs(const detail::MovingBatch& batch, int k, int open) {
  AlignedRays rays;
  const PlacedBoxes boxes(batch, k, rays);
  rays.divide();
  LaneHits hits = rays.hits(batch.out.wants_places());
  if (batch.out.wants_places()) hits.point = boxes.point(hits.lower);
  return store_hits(hits, hits.point, k, batch.count, batch.out, open);
}

/// N registers of aligned boxes.
template <unsigned N, bool at_positions>
int move_aabbs(const detail::MovingBatch& batch, int k, int open) {
  if constexpr (at_positions) return move_placed_aabbs(batch, k, open);
  const auto from = [&](unsigned j) { return k + static_cast<int>(j) * Real::width; };
  const bool wants_places = batch.out.wants_places();
  AlignedRays rays[N];
  LOCKSTEP_EACH_REGISTER(j, N) begin(batch.queries + from(j), rays[j]);
  LOCKSTEP_EACH_REGISTER(j, N) rays[j].divide();
  LOCKSTEP_EACH_REGISTER(j, N) {
    LaneHits hits = rays[j].hits(wants_places);
    fetch_records(batch, from(j));
    const Mask inside = overlap_at_once(rays[j]);
    hits.lower = select(inside, Real(0), hits.lower), hits.upper = select(inside, Real(0), hits.upper);
    hits.missed = hits.missed & (!inside), hits.hit = hits.hit | inside;
    if (wants_places) place_boxes(batch.queries + from(j), inside, hits);
    open = store_hits(hits, hits.point, from(j), batch.count, batch.out, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
