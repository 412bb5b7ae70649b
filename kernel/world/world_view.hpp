// The view of a world that kernels traverse.
#pragma once

#include "world/world_store.hpp"

namespace lockstep::detail {

/// Data larger than this lies in no cache, or in a distant one.
inline constexpr std::size_t far_bytes = std::size_t{8} << 20;

/// Valid as long as the world does not change. A world without objects has no root box to start from.
inline WalkedWorld walked_world(const World::Store& store) {
  WalkedWorld walked{};
  const std::array<const float*, 6> objects = store.from(0);
  std::copy(objects.begin(), objects.end(), walked.objects);
  walked.living = store.living.data();
  walked.is_beyond_caches = store.numbers.size() * sizeof(float) > far_bytes;
  for (std::size_t level = 0; level < store.levels.size(); ++level) {
    walked.boxes[level] = store.levels[level].from(0);
    walked.count[level] = static_cast<std::uint32_t>(store.levels[level].count);
  }
  return walked;
}

/// The word that represents the parent of the top boxes, where a traversal starts (lanes/world/box_order.hpp).
inline std::uint64_t start_of_walk(const World::Store& store) { return std::uint64_t{store.levels.size()} << 28; }

}  // namespace lockstep::detail
