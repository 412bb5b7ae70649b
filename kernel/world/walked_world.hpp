// A world as kernels walk through it.
#pragma once

#include "world/world_store.hpp"

namespace lockstep::detail {

/// So many bytes are in no cache, or far away.
inline constexpr std::size_t far_bytes = std::size_t{8} << 20;

/// As long as the world is not changed. Walks of one without objects have no box to begin with.
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

/// The word of what is above the top boxes, from which a walk starts (lanes/world/box_order.hpp).
inline std::uint64_t start_of_walk(const World::Store& store) { return std::uint64_t{store.levels.size()} << 28; }

}  // namespace lockstep::detail
