// Pairs within a margin, of space or of the plane: one stage in float lanes, by a closed form or by bounds. Double
// lanes decide the rest.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/pairs/pair_loader.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class Within>
Verdicts within_block(const PairLoader<typename Within::Pair>& loader, const LaneBlock<WholeTile>& block, Real margin) {
  const auto a = loader.firsts(block);
  const auto b = loader.seconds(block);
  if constexpr (Within::has_closed_form)
    return Within::closed_form(a, b, margin);
  else
    return {Within::bounds_apart(a, b, margin), first_lanes(0)};
}

template <class Within>
[[gnu::flatten]] void within_stage(const PairLoader<typename Within::Pair>& loader, const WholeTile& in,
                                   Subset& undecided) {
  const Real margin = loader.batch.margin;
  for (int k = 0; k < in.count; k += Real::width) {
    loader.prefetch(k);
    const LaneBlock<WholeTile> block{in, k};
    const Verdicts v = within_block<Within>(loader, block, margin);
    block.store(loader.batch.codes, v.separated, v.overlapping);
    const Mask is_undecided = block.lanes() & !(v.separated | v.overlapping);
    if (any(is_undecided)) undecided.append(block.positions(), is_undecided);
  }
}

/// Decides a batch whose pairs all have the same combination of kinds: are they within the batch's margin? `Within`
/// (within.hpp, within2.hpp) is the combination; `in_double` does the same in double lanes.
template <class Within>
void decide_within(const typename Within::Pair::Batch& batch,
                   void (*in_double)(const typename Within::Pair::Batch&, detail::UndecidedQueries)) {
  Subset undecided;
  within_stage<Within>({batch}, WholeTile{batch.count}, undecided);
  if (undecided.count == 0) return;
  undecided.pad();
  in_double(batch, {undecided.position, undecided.count});
}

}  // namespace lockstep::LOCKSTEP_ISA
