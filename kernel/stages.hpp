// Decide, compact, decide: a tile of pairs of one combination of kinds goes through the stages
//
//   closed form  where one beats GJK                 -> most queries decided
//   bounds       of hulls and smooth shapes: apart?  -> 3 in 10 random queries decided
//   first        the first support of GJK            -> 4 in 10 random queries decided
//   open         three more supports, straight-line  -> most of the rest decided (after bounds, one stage with `first`)
//   advance      one support a pass, to the end      -> decided, or undecided
//   double       all of it in double lanes           -> decided, or `touching`
//
// and between two stages the queries that are left move together, so that the lanes stay full. What fits one block takes
// first, open and advance in one go (search).
#pragma once

#include <utility>

#include "gjk.hpp"
#include "pair_loader.hpp"

namespace lockstep::LOCKSTEP_ISA {

// The stages. `flatten`: all that a stage calls becomes one body, so that lanes stay in registers.

template <RecordKind A, RecordKind B>
[[gnu::flatten]] void closed_stage(const PairLoader<A, B>& loader, const Everything& in, List& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<Everything> block{in, k};
    const Verdicts v = loader.closed_form(block);
    block.store(loader.batch.codes, v.separated, v.overlapping);
    if constexpr (!closed_form_is_exact<A, B>) {
      const Mask open_question = block.lanes() & !(v.separated | v.overlapping);
      if (any(open_question)) undecided.append(block.positions(), open_question);
    }
  }
}

template <class Loader>
using ShapeOf = decltype(std::declval<Loader>().shape(std::declval<Block<List>>()));

template <class Loader, class In>
[[gnu::flatten]] void first_stage(const Loader& loader, const In& in, Flight<ShapeOf<Loader>, 1>& out) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<In> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const Vec first[1] = {first_support(shape, -shape.center, decision)};
    block.store(loader.batch.codes, decision.separated, decision.overlapping);
    out.append(block.positions(), shape, first, decision.active);
  }
}

/// The second, third and fourth support of a block, after the first.
template <class Block, class Shape>
void open_block(std::uint8_t* codes, const Block& block, const Shape& shape, const Vec& first, Decision decision,
                Flight<Shape, 4>& out, List& undecided) {
  Simplex s = open(shape, first, decision);
  advance(shape, s, decision);
  block.store(codes, decision.separated, decision.overlapping);
  out.append(block.positions(), shape, {s.b, s.c, s.d, s.v}, decision.active);
  const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
  if (any(lost)) undecided.append(block.positions(), lost);
}

template <class Loader>
[[gnu::flatten]] void open_stage(const Loader& loader, Flight<ShapeOf<Loader>, 1>& in, Flight<ShapeOf<Loader>, 4>& out,
                                 List& undecided) {
  in.list.pad();
  for (int k = 0; k < in.list.count; k += Real::width) {
    const Block<List> block{in.list, k};
    Vec first[1];
    const auto shape = in.load(loader, block, first);
    open_block(loader.batch.codes, block, shape, first[0], begin(block.lanes()), out, undecided);
  }
}

/// For hulls, the bounding boxes first, so that the vertices of most that are apart are never read; for smooth shapes,
/// whose support costs three roots' time.
template <class Loader, class In>
[[gnu::flatten]] void bounds_stage(const Loader& loader, const In& in, List& left) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const Block<In> block{in, k};
    const Zonotope<0, true> box = loader.bounds(block);
    Decision decision = begin(block.lanes());
    (void)first_support(box, -box.center, decision);
    const Vec gap = abs(box.center) - box.half;
    // max hands NaN on or not: where one coordinate is bad, nothing is said.
    const Mask good = norm_1(gap) < Real(0x1p100F);
    const Mask apart = decision.separated | (good & (max(max(gap.x, gap.y), gap.z) > Real(support_bound)));
    block.store(loader.batch.codes, apart, first_lanes(0));
    left.append(block.positions(), block.lanes() & !apart);
  }
}

/// For the same: the first four supports in one go, as loading vertices or axes twice costs more than full lanes save.
template <class Loader>
[[gnu::flatten]] void first_and_open_stage(const Loader& loader, const List& in, Flight<ShapeOf<Loader>, 4>& out,
                                           List& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    const Block<List> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const Vec first = first_support(shape, -shape.center, decision);
    open_block(loader.batch.codes, block, shape, first, decision, out, undecided);
  }
}

/// One pass takes one step of every query in flight and keeps those that are still active.
template <class Loader>
[[gnu::flatten]] void advance_stage(const Loader& loader, Flight<ShapeOf<Loader>, 4>& flight, List& undecided) {
  for (int supports = 4; supports < max_supports && flight.list.count > 0; ++supports) {
    flight.list.pad();
    const List in = flight.list;
    flight.list.count = 0;
    for (int k = 0; k < in.count; k += Real::width) {
      const Block<List> block{in, k};
      Vec p[4];
      const auto shape = flight.load(loader, block, p);
      Simplex s{p[0], p[1], p[2], p[3]};
      Decision decision = begin(block.lanes());
      advance(shape, s, decision);
      block.store(loader.batch.codes, decision.separated, decision.overlapping);
      flight.append(block.positions(), shape, {s.b, s.c, s.d, s.v}, decision.active);
      const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
      if (any(lost)) undecided.append(block.positions(), lost);
    }
  }
  for (int i = 0; i < flight.list.count; ++i) undecided.position[undecided.count++] = flight.list.position[i];
}

/// All of them at once, for what fits one block: nothing is to be gained from compaction.
template <class Loader, class In>
[[gnu::flatten]] void search_stage(const Loader& loader, const In& in, List& undecided) {
  const Block<In> block{in, 0};
  const auto shape = loader.shape(block);
  const Decision decision = search(shape, -shape.center, block.lanes());
  block.store(loader.batch.codes, decision.separated, decision.overlapping);
  const Mask lost = block.lanes() & !(decision.separated | decision.overlapping);
  if (any(lost)) undecided.append(block.positions(), lost);
}

template <class Loader, class In>
void gjk_stages(const Loader& loader, const In& in, List& undecided) {
  Flight<ShapeOf<Loader>, 4> opened;
  if constexpr (Loader::bounds_first) {
    List left;
    bounds_stage(loader, in, left);
    if (left.count == 0) return;
    left.pad();
    if (left.count <= Real::width) return search_stage(loader, left, undecided);
    first_and_open_stage(loader, left, opened, undecided);
  } else {
    if (in.count <= Real::width) return search_stage(loader, in, undecided);
    Flight<ShapeOf<Loader>, 1> started;
    first_stage(loader, in, started);
    open_stage(loader, started, opened, undecided);
  }
  advance_stage(loader, opened, undecided);
}

template <RecordKind A, RecordKind B>
void closed_form_stages(const PairLoader<A, B>& loader, List& undecided) {
  if constexpr (has_closed_form<A, B>) {
    const Everything all{loader.batch.count};
    if constexpr (closed_form_is_final<A, B>) return closed_stage(loader, all, undecided);
    List left;
    closed_stage(loader, all, left);
    left.pad();
    if (left.count != 0) gjk_stages(loader, left, undecided);
  }
}

/// Decides a batch whose pairs are all of kinds A and B, A <= B.
template <RecordKind A, RecordKind B>
void decide(const PairBatch& batch) {
  HullScratch scratch[2];
  const PairLoader<A, B> loader{batch, scratch[0], scratch[1]};
  List undecided;
  if (has_closed_form<A, B> && batch.automatic)
    closed_form_stages(loader, undecided);
  else
    gjk_stages(loader, Everything{batch.count}, undecided);
  if (undecided.count == 0) return;
  undecided.pad();
  double_table.decide_pairs[static_cast<int>(A)][static_cast<int>(B)](batch, {undecided.position, undecided.count});
}

}  // namespace lockstep::LOCKSTEP_ISA
