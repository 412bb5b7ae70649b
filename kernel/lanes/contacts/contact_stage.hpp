// The contacts of a tile of pairs of boxes and capsules, in double lanes. Finds, block by block, the features that face
// each other. Pairs whose features meet in the same way are collected and clipped a full register at a time.
#pragma once

#include "lanes/contacts/contact_block.hpp"
#include "lanes/contacts/pending_contacts.hpp"
#include "lanes/distance/box_distance.hpp"
#include "polygons/contact_class.hpp"
#include "polygons/reduce_manifold.hpp"

namespace lockstep::LOCKSTEP_ISA {

using LaneFeature = detail::ContactFeature<Real, 4>;

inline LaneSlab facing(const BoxCore& box, const LaneFrame& frame, double towards) {
  const Vec axis[3] = {frame.of(box.axis[0]), frame.of(box.axis[1]), frame.of(box.axis[2])};
  return detail::facing_slab(frame.of(box.center), axis, box.half, Real(0), towards);
}
inline LaneSlab facing(const SegmentCore& capsule, const LaneFrame& frame, double towards) {
  const UnitSegment segment = slabs(capsule);
  const Vec axis[1] = {frame.of(segment.direction)};
  const Real half[1] = {segment.length};
  return detail::facing_slab(frame.of(segment.center), axis, half, capsule.radius, towards);
}

/// Stores one point of each pair, or zeros if it is not kept.
inline void store_point(Mask kept, const Vec& a, const Vec& b, const Real& separation, const Real& of_a,
                        const Real& of_b, int point, detail::ContactAnswer* const (&answers)[Real::width]) {
  // The feature numbers of boxes and capsules are small: one double holds both exactly.
  Real column[8] = {a.x, a.y, a.z, b.x, b.y, b.z, separation, to_integer(of_a + of_b * Real(0x1p32))};
  for (Real& number : column) number = select(kept, number, Real(0));
  store_rows(column, [&](int i) { return reinterpret_cast<double*>(answers[i]->points + point); });
}

/// Stores up to `most` points of each pair, and zeros for the others.
template <int most>
void store_kept(const FacingPairs& pairs, const LaneFeature& q, const detail::ReducedPoints<Real>& kept,
                detail::ContactAnswer* answers) {
  double number[Real::width], counts[Real::width];
  pairs.number.store(number);
  detail::ContactAnswer* to[Real::width];
  for (int i = 0; i < Real::width; ++i) to[i] = answers + static_cast<int>(number[i]);
  const LaneFrame frame(pairs.normal);
  const Mask q_is_a = pairs.q_is_a > Real(0);
  Real count = 0;
  for (int k = 0; k < most; ++k) {
    const detail::ClippedPoint<Real>& m = kept.point[k];
    const Vec on_p = frame.to_world({m.x, m.y, m.z}) + pairs.origin;
    const Vec on_q = frame.to_world(detail::foot_on(q, m, pairs.up)) + pairs.origin;
    const Real separation = select(m.separation < pairs.lower, pairs.lower, m.separation);
    store_point(kept.kept[k], select(q_is_a, on_q, on_p), select(q_is_a, on_p, on_q), separation,
                select(q_is_a, m.of_q, m.of_p), select(q_is_a, m.of_p, m.of_q), k, to);
    count = count + select(kept.kept[k], Real(1), Real(0));
  }
  count.store(counts);
  for (int i = 0; i < Real::width; ++i) {
    to[i]->count = static_cast<std::uint32_t>(counts[i]);
    for (std::size_t k = most; k < detail::ContactAnswer::most; ++k) to[i]->points[k] = {};
  }
}

// The contacts of W pairs, with the same code for all kinds. Not inlined, so that there is one copy.

/// Clips an edge against a face, or against an edge along it.
[[gnu::noinline, gnu::flatten]] inline void clip_lines(const FacingPairs& pairs, const detail::ContactBatch& batch) {
  const auto p = detail::feature_of<LaneFeature>(pairs.p), q = detail::feature_of<LaneFeature>(pairs.q);
  const detail::Clipping<LaneFeature, Real> clipping(p, q, pairs.up, Real(batch.margin));
  detail::ClippedPoints<Real, LaneFeature::most> ends;
  clipping.clip_edge(0, ends);
  detail::ReducedPoints<Real> kept;
  detail::keep_two(ends, clipping.weld_tolerance, kept);
  store_kept<2>(pairs, q, kept, batch.answers);
}

/// Clips two faces.
[[gnu::noinline, gnu::flatten]] inline void clip_patches(const FacingPairs& pairs, const detail::ContactBatch& batch) {
  const auto p = detail::feature_of<LaneFeature>(pairs.p), q = detail::feature_of<LaneFeature>(pairs.q);
  const detail::Clipping<LaneFeature, Real> clipping(p, q, pairs.up, Real(batch.margin));
  detail::ClippedPoints<Real, LaneFeature::most> corners;
  detail::clip_features(clipping, corners);
  store_kept<4>(pairs, q, detail::reduce_manifold(corners, clipping.weld_tolerance), batch.answers);
}

/// Pairs of one class, which `clip` processes a register at a time.
template <void (&clip)(const FacingPairs&, const detail::ContactBatch&)>
struct PairsToClip {
  PendingContacts pending;

  void add(FacingPairs& pairs, Mask lanes, const detail::ContactBatch& batch) {
    if (all(lanes)) return clip(pairs, batch);
    pending.add(pairs, lanes);
    if (pending.is_full()) clip_pending(batch);
  }
  void finish(const detail::ContactBatch& batch) {
    if (!pending.is_empty()) clip_pending(batch);
  }

 private:
  void clip_pending(const detail::ContactBatch& batch) {
    FacingPairs pairs;
    pending.take(pairs);
    clip(pairs, batch);
  }
};

/// Pairs by the class of their contact. If one of the features is a corner, the nearest points are the only contact.
struct PairsByContactClass {
  const detail::ContactBatch& batch;
  PairsToClip<clip_lines> lines;
  PairsToClip<clip_patches> patches;

  explicit PairsByContactClass(const detail::ContactBatch& of) : batch(of) {}
  /// In a block, p and q are the features of a and of b.
  void add(FacingPairs& pairs, Mask live) {
    const Mask below = pairs.p.is_face() & pairs.q.is_edge();  // make p the edge of an edge-face pair
    exchange(below, pairs.p, pairs.q);
    pairs.up = select(below, Real(-1), Real(1));
    pairs.q_is_a = select(below, Real(1) - pairs.q_is_a, pairs.q_is_a);
    const detail::ContactClass<Real> meet(pairs.p, pairs.q);
    patches.add(pairs, live & meet.patches, batch), lines.add(pairs, live & meet.lines, batch);
  }
  void finish() { patches.finish(batch), lines.finish(batch); }

 private:
  static void exchange(Mask m, LaneSlab& p, LaneSlab& q) {
    const auto exchange_numbers = [m](Real& x, Real& y) {
      const Real first = select(m, y, x);
      y = select(m, x, y), x = first;
    };
    each_number(exchange_numbers, p, q);
  }
};

template <RecordKind A, RecordKind B>
[[gnu::flatten]] void contact_stage(const detail::ContactBatch& given) {
  const detail::ContactBatch batch = given;  // a copy: the compiler must assume that stores below change it
  HullScratch* const no_hulls = nullptr;
  PairsByContactClass by_class(batch);
  for (int k = 0; k < batch.count; k += Real::width) {
    const ContactBlock block(batch, k);
    const auto a = [&](int i) -> const auto& { return block.query(i).a; };
    const auto b = [&](int i) -> const auto& { return block.query(i).b; };
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec normal = block.normal();
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), a, b);
    const LaneFrame frame(normal);
    const Mask swapped = block.swapped();
    FacingPairs pairs{facing(load_core<A>(rows_a, a, origin, no_hulls), frame, -1),
                      facing(load_core<B>(rows_b, b, origin.anchor, no_hulls), frame, 1),
                      normal,
                      in_world(origin, b),
                      Real(1),
                      select(swapped, Real(1), Real(0)),
                      block.lower(),
                      block.numbers()};
    store_counts(Real(0), select(swapped, pairs.q.whole, pairs.p.whole), select(swapped, pairs.p.whole, pairs.q.whole),
                 batch.answers + k);
    by_class.add(pairs, first_lanes(batch.count - k < Real::width ? batch.count - k : Real::width));
  }
  by_class.finish();
}

}  // namespace lockstep::LOCKSTEP_ISA
