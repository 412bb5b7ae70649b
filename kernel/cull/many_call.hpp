// One call that culls a chunk of objects against many volumes: the state that all traversals share.
#pragma once

#include "cull/cull_tiles.hpp"
#include "cull/survivors.hpp"
#include "cull/visible_output.hpp"
#include "lockstep/volumes.hpp"

namespace lockstep::detail {

/// `Output` is that of a task, or the VisibleOutput of all tasks.
template <class Survivors, class Output = OutputOfTask>
struct ManyCall {
  const VolumeSet& volumes;
  const typename Survivors::Kernels& kernels;
  const CullOptions& options;
  Output& output;
  const typename Survivors::Objects& objects;

  [[nodiscard]] bool is_grid() const { return !volumes.grid_planes()[0].empty(); }

  /// Tests the survivors against a node: returns the number of those it keeps, and their mask.
  [[nodiscard]] std::size_t test(const VolumeNode& node, const Survivors& survivors, TileMask& mask) const {
    if (survivors.count == 0) return 0;
    CullBatch batch = make_batch(node.bound, options);
    // A bound need not be exact: it only culls objects that are proven outside.
    if (node.child_count != 0) batch.stages = CullStages::bound;
    batch.count = survivors.count, batch.visible = mask.data();
    survivors.cull(kernels, batch);
    return count_bits(mask.data(), mask_words(static_cast<std::size_t>(survivors.count)));
  }

  /// Records the survivors that a volume keeps, and returns their number; they belong to the chunk that begins at
  /// `start`.
  [[nodiscard]] std::size_t see(const VolumeNode& leaf, const Survivors& survivors, std::size_t start) const {
    TileMask mask;
    const std::size_t seen = test(leaf, survivors, mask);
    if (seen == 0) return 0;
    output.count(leaf.volume, seen);
    if (survivors.is_run() && output.wants_rows_alone())
      output.mark_run(leaf.volume, mask, static_cast<std::size_t>(survivors.count), start + survivors.local_index(0));
    else
      for_each_bit(mask, survivors.count,
                   [&](std::size_t i) { output.mark(leaf.volume, survivors.local_index(i), start); });
    return seen;
  }
};

}  // namespace lockstep::detail
