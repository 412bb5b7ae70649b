// The contacts of a tile of pairs of capsules, boxes and polygons of the plane, in double lanes, block by block.
#pragma once

#include "lanes/contacts/contact_block.hpp"
#include "lanes/contacts/polygon_edge.hpp"
#include "lanes/distance/distance_stage2.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline LaneEdge edge_of(const BoxCore2& box, const LaneFrame2& frame, double towards) {
  const Vec2 axis[2] = {frame.of(box.axis[0]), frame.of(box.axis[1])};
  return detail::slab_edge<Real>(frame.of(box.center), axis, box.half, Real(0), towards);
}
inline LaneEdge edge_of(const SegmentCoreOf<Vec2>& capsule, const LaneFrame2& frame, double towards) {
  const UnitSegment<Vec2> segment = slabs(capsule);
  const Vec2 axis[1] = {frame.of(segment.direction)};
  const Real half[1] = {segment.length};
  return detail::slab_edge<Real>(frame.of(segment.center), axis, half, capsule.radius, towards);
}

/// Stores one point of each pair, or zeros if it is not kept.
inline void store_point(Mask kept, const Vec2& a, const Vec2& b, const Real& separation, const Real& of_a,
                        const Real& of_b, int point, detail::ContactAnswer2* answers) {
  Real column[8] = {a.x, a.y, b.x, b.y, separation, to_integer(of_a), to_integer(of_b), 0};
  for (Real& number : column) number = select(kept, number, Real(0));
  store_rows(column, [&](int i) { return reinterpret_cast<double*>(answers[i].points + point); });
}

/// Stores the contacts of W pairs; p lies on the side that the normal points to. Not inlined: all kinds share the code.
[[gnu::noinline, gnu::flatten]] inline void store_contacts(const LaneFrame2& frame, const Vec2& origin,
                                                           const LaneEdge& p, const LaneEdge& q, const Real& margin,
                                                           const ContactBlock<detail::ContactBatch2>& block) {
  const detail::ClippedPoints2<Real> two = detail::clip_edges(p, q, margin);
  const Mask swapped = block.swapped();
  const Real lower = block.lower();
  detail::ContactAnswer2* const answers = block.batch.answers + block.first;
  Real count = 0;
  for (int k = 0; k < 2; ++k) {
    const detail::ClippedPoint2<Real>& m = two.point[k];
    const Vec2 on_p = frame.to_world({m.x, m.y}) + origin, on_q = frame.to_world({m.x, m.y - m.separation}) + origin;
    const Real separation = select(m.separation < lower, lower, m.separation);
    store_point(two.kept[k], select(swapped, on_q, on_p), select(swapped, on_p, on_q), separation,
                select(swapped, m.of_q, m.of_p), select(swapped, m.of_p, m.of_q), k, answers);
    count = count + select(two.kept[k], Real(1), Real(0));
  }
  store_counts(count, select(swapped, q.whole, p.whole), select(swapped, p.whole, q.whole), answers);
}

template <ShapeKind2 A, ShapeKind2 B>
void contact_stage2(const detail::ContactBatch2& batch) {
  PolygonScratch* const no_copies = nullptr;
  for (int k = 0; k < batch.count; k += Real::width) {
    const ContactBlock block(batch, k);
    const auto a = [&](int i) -> const auto& { return block.query(i).a; };
    const auto b = [&](int i) -> const auto& { return block.query(i).b; };
    const RowsOf2<A> rows_a(a);
    const RowsOf2<B> rows_b(b);
    PairPositions positions;
    const auto origin = positions.origin(xy(rows_b.row[0]), a, b);
    const Vec normal = block.normal();
    const LaneFrame2 frame(Vec2{normal.x, normal.y});
    const auto edge = [&](const auto& core, const auto& shape, double towards) {
      if constexpr (std::is_same_v<decltype(core), const Polygon&>)
        return edge_of(core, shape, frame, towards);
      else
        return edge_of(core, frame, towards);
    };
    store_contacts(frame, in_world(origin, b), edge(DistanceTraits2::load<A, B>(rows_a, a, origin, no_copies), a, -1),
                   edge(DistanceTraits2::load<B, A>(rows_b, b, origin.anchor, no_copies), b, 1), Real(batch.margin),
                   block);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
