// The pairs of a tile, block by block.
#pragma once

#include "flight.hpp"
#include "pair_shapes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::PairBatch;

/// Pairs of kinds A and B of a tile, as lanes.
template <RecordKind A, RecordKind B>
struct PairLoader {
  static constexpr bool bounds_first = B >= RecordKind::smooth;
  const PairBatch& batch;
  HullScratch& scratch_a;
  HullScratch& scratch_b;

  template <class In>
  auto firsts(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.first.shape_of(batch.queries[block.at(lane)].a); };
  }
  template <class In>
  auto seconds(const Block<In>& block) const {
    return [this, &block](int lane) { return batch.second.shape_of(batch.queries[block.at(lane)].b); };
  }
  /// Asks for the records that the block after next reads. (Asking for the vertices of hulls as well made hulls slower.)
  void prefetch(int k) const {
    const int first = k + 2 * Real::width;
    if (first + Real::width > batch.count) return;
    const detail::Query* const next = batch.queries + first;
    for (int i = 0; i < Real::width; ++i) {
      __builtin_prefetch(next[i].a);
      __builtin_prefetch(next[i].b);
    }
  }
  /// The Minkowski difference, of unit scale, relative to the anchor of b.
  template <class In>
  auto shape(const Block<In>& block) const {
    const bool pack = 2 * block.live > Real::width;  // few hulls are scanned where they lie
    return pair_difference<A, B>(firsts(block), seconds(block), pack ? &scratch_a : nullptr,
                                 pack ? &scratch_b : nullptr);
  }
  /// The same of the bounding boxes.
  template <class In>
  Zonotope<0, true> bounds(const Block<In>& block) const {
    return bounds_difference<A, B>(firsts(block), seconds(block));
  }
  template <class In>
  Verdicts closed_form(const Block<In>& block) const {
    return decide_in_closed_form<A, B>(firsts(block), seconds(block));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
