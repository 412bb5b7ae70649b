// The contacts of a tile of pairs of boxes and capsules, in double lanes, block by block.
#pragma once

#include "lanes/distance/box_distance.hpp"
#include "lanes/distance/lane_points.hpp"
#include "polygons/keep_four.hpp"
#include "polygons/slab_feature.hpp"
#include "table/contact_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using LaneFrame = detail::ContactFrame<Real>;
using LaneFeature = detail::ContactFeature<Real, 4>;

inline LaneFeature feature_of(const BoxCore& box, const LaneFrame& frame, double towards) {
  const Vec axis[3] = {frame.of(box.axis[0]), frame.of(box.axis[1]), frame.of(box.axis[2])};
  return detail::slab_feature<LaneFeature>(frame.of(box.center), axis, box.half, Real(0), towards);
}
inline LaneFeature feature_of(const SegmentCore& capsule, const LaneFrame& frame, double towards) {
  const UnitSegment segment = slabs(capsule);
  const Vec axis[1] = {frame.of(segment.direction)};
  const Real half[1] = {segment.length};
  return detail::slab_feature<LaneFeature>(frame.of(segment.center), axis, half, capsule.radius, towards);
}

inline void exchange(Mask m, Real& p, Real& q) {
  const Real first = select(m, q, p);
  q = select(m, p, q), p = first;
}
inline void exchange(Mask m, Mask& p, Mask& q) {
  const Mask first = (m & q) | ((!m) & p);
  q = (m & p) | ((!m) & q), p = first;
}
inline void exchange(Mask m, LaneFeature& p, LaneFeature& q) {
  for (std::size_t k = 0; k < LaneFeature::most; ++k) {
    exchange(m, p.x[k], q.x[k]), exchange(m, p.y[k], q.y[k]), exchange(m, p.z[k], q.z[k]);
    exchange(m, p.number[k], q.number[k]), exchange(m, p.edge[k], q.edge[k]);
  }
  exchange(m, p.slope_x, q.slope_x), exchange(m, p.slope_y, q.slope_y);
  exchange(m, p.whole, q.whole), exchange(m, p.size, q.size);
  exchange(m, p.is_face, q.is_face), exchange(m, p.is_edge, q.is_edge);
}

/// The numbers of W contacts, one lane after the other.
struct LaneContacts {
  double a[3][Real::width], b[3][Real::width], separation[Real::width], feature_a[Real::width], feature_b[Real::width];

  void put(const Vec& on_a, const Vec& on_b, const Real& apart, const Real& of_a, const Real& of_b) {
    on_a.x.store(a[0]), on_a.y.store(a[1]), on_a.z.store(a[2]);
    on_b.x.store(b[0]), on_b.y.store(b[1]), on_b.z.store(b[2]);
    apart.store(separation), of_a.store(feature_a), of_b.store(feature_b);
  }
};

inline std::uint32_t feature_at(const double (&features)[Real::width], int lane) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(features[lane]));
}

inline void store_contact(const LaneContacts& from, unsigned kept, int point, int live,
                          detail::ContactAnswer* answers) {
  for (int i = 0; i < live; ++i) {
    if ((kept >> i & 1U) == 0) continue;
    detail::ContactAnswer::Point& to = answers[i].points[point];
    for (int axis = 0; axis < 3; ++axis) to.a[axis] = from.a[axis][i], to.b[axis] = from.b[axis][i];
    to.separation = from.separation[i];
    to.feature_a = feature_at(from.feature_a, i), to.feature_b = feature_at(from.feature_b, i);
    answers[i].count = point + 1;
  }
}

/// The contacts of W pairs, of which a lies on the side that the normal points to. Not inlined: it is the same for all
/// kinds.
[[gnu::noinline, gnu::flatten]] inline void store_contacts(const LaneFrame& frame, const Vec& origin, LaneFeature p,
                                                           LaneFeature q, const Real& margin, int live,
                                                           detail::ContactAnswer* answers) {
  double of_a[Real::width], of_b[Real::width];
  p.whole.store(of_a), q.whole.store(of_b);
  for (int i = 0; i < live; ++i)
    answers[i].count = 0, answers[i].feature_a = feature_at(of_a, i), answers[i].feature_b = feature_at(of_b, i);
  const Mask below = p.is_face & q.is_edge;  // p: what of a face and an edge is the edge
  exchange(below, p, q);
  const Real up = select(below, Real(-1), Real(1));
  const detail::Clipping<LaneFeature, Real> clipping(p, q, up, margin);
  if (none(clipping.meet)) return;
  detail::Meetings<Real, LaneFeature::most> all;
  detail::clip_features(clipping, all);
  const detail::KeptMeetings<Real> four = detail::keep_four(all, clipping.place);
  for (int k = 0; k < 4; ++k) {
    const detail::Meeting<Real>& m = four.point[k];
    const Vec on_p = frame.to_world({m.x, m.y, m.z}) + origin;
    const Vec on_q = frame.to_world(detail::foot_on(q, m, up)) + origin;
    LaneContacts lanes;
    lanes.put(select(below, on_q, on_p), select(below, on_p, on_q), m.separation, select(below, m.of_q, m.of_p),
              select(below, m.of_p, m.of_q));
    store_contact(lanes, bits(four.kept[k]), k, live, answers);
  }
}

template <RecordKind A, RecordKind B>
void contact_stage(const detail::ContactBatch& batch) {
  HullScratch* const no_hulls = nullptr;
  for (int k = 0; k < batch.count; k += Real::width) {
    const auto query = [&](int i) -> const auto& {
      return batch.queries[k + i < batch.count ? k + i : batch.count - 1];
    };
    const auto a = [&](int i) -> const auto& { return query(i).a; };
    const auto b = [&](int i) -> const auto& { return query(i).b; };
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    LanePoints normal;
    for (int i = 0; i < Real::width; ++i) normal.set(i, {query(i).normal[0], query(i).normal[1], query(i).normal[2]});
    const LaneFrame frame(normal.load());
    const int live = batch.count - k < Real::width ? batch.count - k : Real::width;
    store_contacts(frame, origin, feature_of(load_core<A>(rows_a, a, origin, no_hulls), frame, -1),
                   feature_of(load_core<B>(rows_b, b, origin, no_hulls), frame, 1), Real(batch.margin), live,
                   batch.answers + k);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
