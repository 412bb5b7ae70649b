// What a world keeps for rays: boxes around quarters of its blocks, and around sixteen boxes each, sixteen of them side
// by side.
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

/// See RayNodes. They are made when rays ask for them, so that changes take no time for worlds that no ray goes
/// through, nor one change after the other between rays.
class RayTree {
 public:
  RayTree() = default;
  /// Another world makes its own.
  RayTree(const RayTree&) : RayTree() {}
  RayTree(RayTree&& other) noexcept { *this = std::move(other); }
  RayTree& operator=(const RayTree& other) { return this == &other ? *this : *this = RayTree(); }
  RayTree& operator=(RayTree&& other) noexcept;
  ~RayTree() = default;

  /// Nothing is known of any block,
  void forget() noexcept { forget_from(0); }
  /// of those from one on,
  void forget_from(std::size_t block) noexcept;
  /// or of some, which rise.
  void forget(std::span<const std::uint32_t> blocks);

  /// What rays go through, of the quarters of so many blocks. Makes what was forgotten, on this thread: one that waits
  /// for others may meanwhile do something that asks for it as well. Several threads may call it at the same time.
  RayNodes nodes(const float* quarters, std::size_t blocks, const WorldKernels& kernels);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Level {
    std::size_t count = 0;
    RawLineVector<float> nodes;
  };

  void resize(std::size_t blocks);
  void make(const float* quarters, std::size_t blocks, const WorldKernels& kernels);
  /// Of some blocks, which rise, and what is above them.
  void refit(const float* quarters, std::vector<std::uint32_t> blocks, const WorldKernels& kernels);
  void refit_level(std::size_t level, std::size_t begin, std::size_t end, const float* quarters,
                   const WorldKernels& kernels);
  /// What holds of the objects in coarse boxes, from one of them to another.
  void widen(std::size_t begin, std::size_t end);

  std::size_t blocks_ = 0, known_ = 0;    // of the levels; so many of them are known,
  std::vector<std::uint32_t> forgotten_;  // but these
  std::vector<Level> levels_;
  RawLineVector<float> room_, reach_;  // see RayNodes
  mutable std::mutex mutex_;           // of those who ask
  std::atomic<bool> is_made_ = false;
};

}  // namespace lockstep::detail
