// The contacts of a tile of pairs of boxes and capsules, in double lanes, block by block.
#pragma once

#include "lanes/contacts/contact_block.hpp"
#include "lanes/distance/box_distance.hpp"
#include "polygons/keep_four.hpp"
#include "polygons/slab_feature.hpp"

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

/// Zeros where the point is not kept.
inline void store_point(Mask kept, const Vec& a, const Vec& b, const Real& separation, const Real& of_a,
                        const Real& of_b, int point, detail::ContactAnswer* answers) {
  // Of boxes and capsules the numbers of features are small, and both fit one exactly.
  const Real features = to_integer(of_a + of_b * Real(0x1p32));
  Real column[8] = {a.x, a.y, a.z, b.x, b.y, b.z, separation, features};
  for (Real& number : column) number = select(kept, number, Real(0));
  store_rows(column, [&](int i) { return reinterpret_cast<double*>(answers[i].points + point); });
}

/// The contacts of W pairs, of which a lies on the side that the normal points to. Not inlined: it is the same for all
/// kinds.
[[gnu::noinline, gnu::flatten]] inline void store_contacts(const LaneFrame& frame, const Vec& origin, LaneFeature p,
                                                           LaneFeature q, const Real& margin, const LaneSides& sides,
                                                           detail::ContactAnswer* answers) {
  const Real of_a = select(sides.swapped, q.whole, p.whole), of_b = select(sides.swapped, p.whole, q.whole);
  const Mask below = p.is_face & q.is_edge;  // p: what of a face and an edge is the edge
  exchange(below, p, q);
  const Real up = select(below, Real(-1), Real(1));
  const detail::Clipping<LaneFeature, Real> clipping(p, q, up, margin);
  if (none(clipping.meet)) return store_counts(Real(0), of_a, of_b, answers);
  detail::Meetings<Real, LaneFeature::most> all;
  detail::clip_features(clipping, all);
  const detail::KeptMeetings<Real> four = detail::keep_four(all, clipping.place);
  const Mask q_is_a = (below & !sides.swapped) | ((!below) & sides.swapped);
  Real count = 0;
  for (int k = 0; k < 4; ++k) {
    const detail::Meeting<Real>& m = four.point[k];
    const Vec on_p = frame.to_world({m.x, m.y, m.z}) + origin;
    const Vec on_q = frame.to_world(detail::foot_on(q, m, up)) + origin;
    const Real separation = select(m.separation < sides.lower, sides.lower, m.separation);
    store_point(four.kept[k], select(q_is_a, on_q, on_p), select(q_is_a, on_p, on_q), separation,
                select(q_is_a, m.of_q, m.of_p), select(q_is_a, m.of_p, m.of_q), k, answers);
    count = count + select(four.kept[k], Real(1), Real(0));
  }
  store_counts(count, of_a, of_b, answers);
}

template <RecordKind A, RecordKind B>
void contact_stage(const detail::ContactBatch& batch) {
  HullScratch* const no_hulls = nullptr;
  for (int k = 0; k < batch.count; k += Real::width) {
    const ContactBlock block(batch, k);
    const auto a = [&](int i) -> const auto& { return block.query(i).a; };
    const auto b = [&](int i) -> const auto& { return block.query(i).b; };
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    const LaneFrame frame(block.normal.load());
    store_contacts(frame, origin, feature_of(load_core<A>(rows_a, a, origin, no_hulls), frame, -1),
                   feature_of(load_core<B>(rows_b, b, origin, no_hulls), frame, 1), Real(batch.margin), block.sides,
                   batch.answers + k);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
