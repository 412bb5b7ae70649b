// GJK for pairs of hulls in two loops. One finds the support points of all pairs of a tile, hull by hull: lanes over
// the vertices of one hull, where they lie. The other makes one step of all searches: lanes over pairs. So no vertex is
// copied or transposed, queries are compacted after each support, and no loop waits for what it has just stored.
#pragma once

#include "lanes/pairs/gjk_stages.hpp"
#include "lanes/pairs/pair_shapes.hpp"
#include "lanes/pairs/scanned_hulls.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <>
inline constexpr bool scans_vertices<PairOf<RecordKind::hull, RecordKind::hull>> = true;

/// The difference of two hulls, without their vertices.
struct HullFrames {
  static constexpr unsigned reals = 5;
  Vec offset;  // of a, relative to that of b
  Real scale, slack;

  template <class F>
  void each(const F& f) {
    each_real(offset, f), f(scale), f(slack);
  }
};

/// The point that a scan found, as a shape: its support point along every direction.
struct FoundSupport {
  Vec center;
  Real slack;
  static constexpr bool is_symmetric = false;

  Vec support(const Vec&, Mask) const { return center; }
};

/// A search before its first support: b is the centre.
inline Simplex start(const Vec& center) { return {center, center, center, center}; }

inline Vec next_direction(const Simplex& s, int supports) { return supports < 2 ? -s.b : s.v; }

/// The search of gjk_step.hpp, one support at a time.
inline void resume(const FoundSupport& found, int supports, Simplex& s, Decision& decision) {
  if (supports == 0) {
    s.b = first_support(found, -s.b, decision);
  } else if (supports == 1) {
    const Vec first = s.b, second = next_support(found, -first, first, decision);
    s = {second, first, second, towards_origin(second, first)};
  } else if (supports == 2) {
    update_triangle(s, next_support(found, s.v, s.b, decision));
  } else {
    advance(found, s, decision);
  }
}

/// The searches that have not ended.
struct ScannedPairs {
  PendingQueries<HullFrames, Simplex> pending;
  ScannedHulls a, b;
};

template <class Loader>
[[gnu::flatten]] void begin_searches(const Loader& loader, const Subset& in, ScannedPairs& pairs) {
  for (int k = 0; k < in.count; k += Real::width) {
    const LaneBlock<Subset> block{in, k};
    const auto first = loader.firsts(block);
    const auto second = loader.seconds(block);
    const Rows<3> rows_a(first), rows_b(second);
    PairPositions positions;
    const Origin origin = positions.origin(xyz(rows_b.row[0]), first, second);
    Difference shape(HullFrame(rows_a, origin), HullFrame(rows_b, origin.anchor));
    shape.scale_by(unit_scale(shape.size()));
    for (int i = 0; i < block.live; ++i) {
      pairs.a.add(block.at(i), first(i));
      pairs.b.add(block.at(i), second(i));
    }
    pairs.pending.append(block.positions(), {shape.a.offset, shape.a.scale, shape.slack}, start(shape.center),
                         block.lanes());
  }
}

/// Turns the directions of the next supports into the frames of the hulls.
template <class Loader>
[[gnu::flatten]] void aim_searches(const Loader& loader, int supports, ScannedPairs& pairs) {
  for (int k = 0; k < pairs.pending.list.count; k += Real::width) {
    const LaneBlock<Subset> block{pairs.pending.list, k};
    Simplex s;
    const HullFrames frames = pairs.pending.load(loader, block, s);
    const Vec v = next_direction(s, supports);
    pairs.a.aim(block, v, frames.scale);
    pairs.b.aim(block, -v, frames.scale);
  }
}

/// Makes one step of each search. The cap on supports leaves a search undecided.
template <class Loader>
[[gnu::flatten]] void step_searches(const Loader& loader, int supports, ScannedPairs& pairs, Subset& undecided) {
  const bool may_go_on = supports + 1 < max_supports;
  auto& pending = pairs.pending;
  const Subset in = pending.list;
  pending.list.count = 0;
  for (int k = 0; k < in.count; k += Real::width) {
    const LaneBlock<Subset> block{in, k};
    Simplex s;
    const HullFrames frames = pending.load(loader, block, s);
    const Vec v = next_direction(s, supports), origin{0, 0, 0};
    const FoundSupport found{
        pairs.a.support(block, v, frames.offset, frames.scale) - pairs.b.support(block, -v, origin, frames.scale),
        frames.slack};
    Decision decision = begin(block.lanes());
    resume(found, supports, s, decision);
    block.store(loader.batch.codes, decision.separated, decision.overlapping);
    const Mask goes_on = may_go_on ? decision.active : first_lanes(0);
    pending.append(block.positions(), frames, s, goes_on);
    const Mask lost = block.lanes() & !(goes_on | decision.separated | decision.overlapping);
    if (any(lost)) undecided.append(block.positions(), lost);
  }
}

/// The whole search of many pairs of hulls.
template <class Loader>
void scan_stages(const Loader& loader, const Subset& in, Subset& undecided) {
  ScannedPairs pairs;
  begin_searches(loader, in, pairs);
  for (int supports = 0; pairs.pending.list.count > 0; ++supports) {
    pairs.pending.list.pad();
    aim_searches(loader, supports, pairs);
    pairs.a.scan(pairs.pending.list);
    pairs.b.scan(pairs.pending.list);
    step_searches(loader, supports, pairs, undecided);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
