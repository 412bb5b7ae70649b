// What a world keeps for rays: boxes around quarters of its blocks, and around sixteen boxes each, sixteen of them side
// by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/line_vector.hpp"
#include "table/world_tables.hpp"

namespace lockstep::detail {

/// See RayNodes.
class RayTree {
 public:
  /// For so many blocks: boxes of those that stay remain, those of others are around nothing, and levels above those
  /// that there were are left to write.
  void resize(std::size_t blocks);
  /// For more blocks, whose boxes are around nothing.
  void grow(std::size_t blocks, const WorldKernels& kernels);
  /// All boxes, in parallel.
  void refit(const float* quarters, const WorldKernels& kernels);
  /// Of some blocks, which rise, and what is above them.
  void refit(const float* quarters, std::vector<std::uint32_t> blocks, const WorldKernels& kernels);

  [[nodiscard]] RayNodes nodes() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Level {
    std::size_t count = 0;
    RawLineVector<float> nodes;
  };

  void refit_level(std::size_t level, std::size_t begin, std::size_t end, const float* quarters,
                   const WorldKernels& kernels);

  /// What holds of the objects in coarse boxes, from one of them to another.
  void widen(std::size_t begin, std::size_t end);

  std::size_t blocks_ = 0;
  std::vector<Level> levels_;
  RawLineVector<float> room_, reach_;  // see RayNodes
};

}  // namespace lockstep::detail
