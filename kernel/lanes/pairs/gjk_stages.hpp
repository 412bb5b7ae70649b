// Decide, compact, decide: a tile of pairs of one combination of kinds goes through the stages
//
//   closed form  if there is one that beats GJK      -> most queries decided
//   bounds       hulls and quadrics: bounds apart?   -> 3 in 10 random queries decided
//   first        the first support of GJK            -> 4 in 10 random queries decided
//   open         the first simplex and one more support, straight-line; after bounds, one stage with `first`
//                                                    -> most of the rest decided
//   advance      one support per pass, to the end    -> decided, or undecided
//   double       everything again, in double lanes   -> decided, or `touching`
//
// Between two stages the undecided queries are compacted, so that the lanes stay full. The stage `search` is first,
// open and advance in one. It serves narrow lanes, and hulls and quadrics that fit one block.
//
// A loader (pair_loader.hpp) makes shapes of the queries, in space or in the plane. Their vector type selects the
// simplices of gjk_step.hpp or gjk_step2.hpp.
#pragma once

#include <utility>

#include "lanes/gjk/gjk_loop.hpp"
#include "lanes/pairs/pending_queries.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class Loader>
using ShapeOf = decltype(std::declval<Loader>().shape(std::declval<LaneBlock<Subset>>()));

template <class Shape>
using SimplexOf =
    decltype(open(std::declval<const Shape&>(), std::declval<const VecOf<Shape>&>(), std::declval<Decision&>()));

/// Queries after their first support, and after the first simplex.
template <class Shape>
using Started = PendingQueries<Shape, VecOf<Shape>>;
template <class Shape>
using Opened = PendingQueries<Shape, SimplexOf<Shape>>;

// The stages. `flatten` inlines every call of a stage, so that lanes stay in registers.

/// Adds queries for which GJK would prove no more to `undecided`, others without a verdict to `left`.
template <class Loader>
[[gnu::flatten, gnu::noinline]] void closed_stage(const Loader& loader, const WholeTile& in, Subset& left,
                                                  Subset& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const LaneBlock<WholeTile> block{in, k};
    const auto v = loader.closed_form(block);
    block.store(loader.batch.codes, v.separated, v.overlapping);
    if constexpr (!Loader::Pair::closed_form_is_exact) {
      Mask is_left = block.lanes() & !(v.separated | v.overlapping);
      if (none(is_left)) continue;
      if constexpr (Loader::Pair::closed_form_in_double) {
        undecided.append(block.positions(), is_left & v.contact);
        is_left = is_left & !v.contact;
      }
      left.append(block.positions(), is_left);
    }
  }
}

template <class Loader, class In>
[[gnu::flatten]] void first_stage(const Loader& loader, const In& in, Started<ShapeOf<Loader>>& out) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const LaneBlock<In> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const auto first = first_support(shape, -shape.center, decision);
    block.store(loader.batch.codes, decision.separated, decision.overlapping);
    out.append(block.positions(), shape, first, decision.active);
  }
}

/// Builds the first simplex of a block, after the first support, and takes one more support.
template <class Block, class Shape>
void open_block(std::uint8_t* codes, const Block& block, const Shape& shape, const VecOf<Shape>& first,
                Decision decision, Opened<Shape>& out, Subset& undecided) {
  auto s = open(shape, first, decision);
  advance(shape, s, decision);
  block.store(codes, decision.separated, decision.overlapping);
  out.append(block.positions(), shape, s, decision.active);
  const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
  if (any(lost)) undecided.append(block.positions(), lost);
}

template <class Loader>
[[gnu::flatten]] void open_stage(const Loader& loader, Started<ShapeOf<Loader>>& in, Opened<ShapeOf<Loader>>& out,
                                 Subset& undecided) {
  in.list.pad();
  for (int k = 0; k < in.list.count; k += Real::width) {
    const LaneBlock<Subset> block{in.list, k};
    VecOf<ShapeOf<Loader>> first;
    const auto shape = in.load(loader, block, first);
    open_block(loader.batch.codes, block, shape, first, begin(block.lanes()), out, undecided);
  }
}

/// Tests bounds first: for hulls, so that the vertices of most separated pairs are never read; for quadrics, because
/// one support costs as much as three square roots.
template <class Loader, class In>
[[gnu::flatten]] void bounds_stage(const Loader& loader, const In& in, Subset& left) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const LaneBlock<In> block{in, k};
    const Mask apart = loader.bounds_apart(block);
    block.store(loader.batch.codes, apart, first_lanes(0));
    left.append(block.positions(), block.lanes() & !apart);
  }
}

/// For the same kinds: everything up to the first simplex and one more support in one stage, because loading vertices
/// or axes twice costs more than full lanes save.
template <class Loader>
[[gnu::flatten]] void first_and_open_stage(const Loader& loader, const Subset& in, Opened<ShapeOf<Loader>>& out,
                                           Subset& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch_vertices(in, k);
    const LaneBlock<Subset> block{in, k};
    const auto shape = loader.shape(block);
    Decision decision = begin(block.lanes());
    const auto first = first_support(shape, -shape.center, decision);
    open_block(loader.batch.codes, block, shape, first, decision, out, undecided);
  }
}

/// Each pass makes one step of every pending query and keeps those that are still active.
template <class Loader>
[[gnu::flatten]] void advance_stage(const Loader& loader, Opened<ShapeOf<Loader>>& pending, Subset& undecided) {
  using Kept = SimplexOf<ShapeOf<Loader>>;
  for (int supports = Kept::first_supports + 1; supports < max_supports && pending.list.count > 0; ++supports) {
    pending.list.pad();
    const Subset in = pending.list;
    pending.list.count = 0;
    for (int k = 0; k < in.count; k += Real::width) {
      const LaneBlock<Subset> block{in, k};
      Kept s;
      const auto shape = pending.load(loader, block, s);
      Decision decision = begin(block.lanes());
      advance(shape, s, decision);
      block.store(loader.batch.codes, decision.separated, decision.overlapping);
      pending.append(block.positions(), shape, s, decision.active);
      const Mask lost = block.lanes() & !(decision.active | decision.separated | decision.overlapping);
      if (any(lost)) undecided.append(block.positions(), lost);
    }
  }
  for (int i = 0; i < pending.list.count; ++i) undecided.position[undecided.count++] = pending.list.position[i];
}

/// The whole search in one stage, block by block, for cases that gain nothing from compaction.
template <class Loader, class In>
[[gnu::flatten]] void search_stage(const Loader& loader, const In& in, Subset& undecided) {
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch_vertices(in, k);
    const LaneBlock<In> block{in, k};
    const auto shape = loader.shape(block);
    const Decision decision = search(shape, -shape.center, block.lanes());
    block.store(loader.batch.codes, decision.separated, decision.overlapping);
    const Mask lost = block.lanes() & !(decision.separated | decision.overlapping);
    if (any(lost)) undecided.append(block.positions(), lost);
  }
}

/// The same for many queries, stage by stage; `opened` holds the queries between stages.
template <class Loader, class In>
void compacted_stages(const Loader& loader, const In& in, Subset& undecided) {
  Opened<ShapeOf<Loader>> opened;
  if constexpr (Loader::Pair::bounds_first) {
    first_and_open_stage(loader, in, opened, undecided);
  } else {
    Started<ShapeOf<Loader>> started;
    first_stage(loader, in, started);
    open_stage(loader, started, opened, undecided);
  }
  advance_stage(loader, opened, undecided);
}

/// Whether the vertices of both shapes are scanned where they lie, in a loop of its own (scan_stages.hpp).
template <class Pair>
inline constexpr bool scans_vertices = false;

template <class Loader, class In>
void search_stages(const Loader& loader, const In& in, Subset& undecided) {
  // With up to four lanes, idle lanes cost less than compaction.
  if constexpr (Real::width <= 4)
    search_stage(loader, in, undecided);
  else if constexpr (scans_vertices<typename Loader::Pair>)
    scan_stages(loader, in, undecided);  // scan_stages.hpp
  else
    compacted_stages(loader, in, undecided);
}

template <class Loader, class In>
void gjk_stages(const Loader& loader, const In& in, Subset& undecided) {
  if constexpr (Loader::Pair::bounds_first) {
    Subset left;
    bounds_stage(loader, in, left);
    if (left.count == 0) return;
    left.pad();
    if (left.count <= Real::width)
      search_stage(loader, left, undecided);  // loading vertices or axes twice would cost more than full lanes save
    else
      search_stages(loader, left, undecided);
  } else {
    search_stages(loader, in, undecided);
  }
}

template <class Loader>
void closed_form_stages(const Loader& loader, Subset& undecided) {
  if constexpr (Loader::Pair::has_closed_form) {
    const WholeTile all{loader.batch.count};
    if constexpr (Loader::Pair::closed_form_is_final) return closed_stage(loader, all, undecided, undecided);
    Subset left;
    closed_stage(loader, all, left, undecided);
    left.pad();
    if (left.count != 0) gjk_stages(loader, left, undecided);
  }
}

/// Decides a batch whose pairs all have the same combination of kinds. `in_double` does the same in double lanes.
template <class Loader>
void decide(const Loader& loader, void (*in_double)(const typename Loader::Batch&, detail::UndecidedQueries)) {
  Subset undecided;
  if (Loader::Pair::has_closed_form && loader.batch.automatic)
    closed_form_stages(loader, undecided);
  else
    gjk_stages(loader, WholeTile{loader.batch.count}, undecided);
  if (undecided.count == 0) return;
  undecided.pad();
  in_double(loader.batch, {undecided.position, undecided.count});
}

}  // namespace lockstep::LOCKSTEP_ISA
