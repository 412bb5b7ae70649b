// The wide BVH of a world for rays, with fan-out 16. A block of 64 objects is four of its leaves.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/line_vector.hpp"
#include "table/world_tables.hpp"

namespace lockstep::detail {

/// See RayNodes. The nodes are built lazily, when rays query them: changes cost nothing in worlds without ray queries,
/// and several changes between two ray queries cost a single refit.
class RayTree {
 public:
  RayTree() = default;
  /// A copy of a world builds its own nodes.
  RayTree(const RayTree&) : RayTree() {}
  RayTree(RayTree&& other) noexcept { *this = std::move(other); }
  RayTree& operator=(const RayTree& other) { return this == &other ? *this : *this = RayTree(); }
  RayTree& operator=(RayTree&& other) noexcept;
  ~RayTree() = default;

  /// Marks all blocks stale,
  void mark_stale() noexcept { mark_stale_from(0); }
  /// all blocks from `block` on,
  void mark_stale_from(std::size_t block) noexcept;
  /// or some blocks, in rising order.
  void mark_stale(std::span<const std::uint32_t> blocks);

  /// The nodes that rays traverse, over the leaves of `blocks` blocks. Refits stale nodes on this thread only: a
  /// thread that waits for parallel tasks may run another task that calls this function, and would deadlock. Threads:
  /// safe to call from several threads.
  RayNodes nodes(const float* leaf_boxes, std::size_t blocks, const WorldKernels& kernels);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Level {
    std::size_t count = 0;
    RawLineVector<float> nodes;
  };

  void resize(std::size_t blocks);
  void build(const float* leaf_boxes, std::size_t blocks, const WorldKernels& kernels);
  /// Refits some blocks, in rising order, and their ancestors. Changes the list.
  void refit(const float* leaf_boxes, std::vector<std::uint32_t>& blocks, const WorldKernels& kernels);
  void refit_level(std::size_t level, std::size_t begin, std::size_t end, const float* leaf_boxes,
                   const WorldKernels& kernels);
  /// Computes room_ and reach_, which bound the objects in each box, for boxes of `stack_level` from `begin` to `end`.
  void widen(std::size_t begin, std::size_t end);

  std::size_t blocks_ = 0, valid_ = 0;  // of the levels; the number of blocks that are up to date,
  std::vector<std::uint32_t> stale_;    // except these
  std::vector<Level> levels_;
  RawLineVector<float> room_, reach_;  // see RayNodes
  mutable std::mutex mutex_;           // serialises callers of nodes()
  std::atomic<bool> is_built_ = false;
};

}  // namespace lockstep::detail
