// A moving aligned box against another one: a corner of the first is cast against the second, grown by the first.
#pragma once

#include "lanes/distance/aligned_gap.hpp"
#include "lanes/rays/aligned_rays.hpp"
#include "lanes/rays/moving_pairs.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The middle of the common interval of two boxes along an axis, or of the gap between them; clamped to the second
/// box.
inline Real common_place(const Real& low_a, const Real& high_a, const Real& low_b, const Real& high_b) {
  return min(max((max(low_a, low_b) + min(high_a, high_b)) * Real(0.5), low_b), high_b);
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
  const Vec by = pairs.motion * hits.lower, low = low_a + by, high = high_a + by;
  hits.point = {common_place(low.x, high.x, low_b.x, high_b.x), common_place(low.y, high.y, low_b.y, high_b.y),
                common_place(low.z, high.z, low_b.z, high_b.z)};
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

/// N registers of aligned boxes.
template <unsigned N>
int move_aabbs(const detail::MovingBatch& batch, int k, int open) {
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
