// Loads the pairs of a tile, block by block, in space or in the plane.
#pragma once

#include "lanes/pairs/pending_queries.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The pairs of a tile, of one combination of kinds. `PairOfKinds` (pair_shapes.hpp, pair_shapes2.hpp) is the
/// combination.
template <class PairOfKinds>
struct PairLoader {
  using Pair = PairOfKinds;
  using Batch = typename Pair::Batch;
  using Scratch = typename Pair::Scratch;
  const Batch& batch;
  Scratch* scratch_a = nullptr;  // set if vertices are read
  Scratch* scratch_b = nullptr;

  /// The shapes of one side of a block, by lane.
  template <class In, bool of_second>
  struct Side {
    const Batch& batch;
    LaneBlock<In> block;

    auto operator()(int lane) const {
      const auto& query = batch.queries[block.at(lane)];
      if constexpr (of_second)
        return batch.second.shape_of(query.b);
      else
        return batch.first.shape_of(query.a);
    }
    [[nodiscard]] bool has_positions() const { return (of_second ? batch.second : batch.first).positions != nullptr; }
  };
  template <class In>
  Side<In, false> firsts(const LaneBlock<In>& block) const {
    return {batch, block};
  }
  template <class In>
  Side<In, true> seconds(const LaneBlock<In>& block) const {
    return {batch, block};
  }
  /// Prefetches the records that the block after next reads.
  void prefetch(int k) const {
    const int first = k + 2 * Real::width;
    if (first + Real::width > batch.count) return;
    const auto* const next = batch.queries + first;
    for (int i = 0; i < Real::width; ++i) {
      __builtin_prefetch(next[i].a);
      __builtin_prefetch(next[i].b);
    }
  }
  /// Prefetches the vertices that the block after next reads.
  template <class In>
  void prefetch_vertices(const In& in, int k) const {
    if constexpr (Pair::prefetches_vertices) {
      const int first = k + 2 * Real::width;
      if (first + Real::width > in.count) return;
      for (int i = first; i < first + Real::width; ++i) {
        const auto& query = batch.queries[in.at(static_cast<std::size_t>(i))];
        Pair::prefetch_vertices(batch.first.shape_of(query.a), batch.second.shape_of(query.b));
      }
    }
  }
  /// The Minkowski difference, at unit scale, relative to the anchor of b.
  template <class In>
  auto shape(const LaneBlock<In>& block) const {
    const bool pack = 2 * block.live > Real::width;  // with few live lanes, hulls are scanned in memory
    return Pair::difference(firsts(block), seconds(block), pack ? scratch_a : nullptr, pack ? scratch_b : nullptr);
  }
  /// The lanes whose bounds are proven to be apart.
  template <class In>
  Mask bounds_apart(const LaneBlock<In>& block) const {
    return Pair::bounds_apart(firsts(block), seconds(block));
  }
  template <class In>
  auto closed_form(const LaneBlock<In>& block) const {
    return Pair::closed_form(firsts(block), seconds(block));
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
