// The view of a world that kernels traverse.
#pragma once

#include "world/world_store.hpp"

namespace lockstep::detail {

/// Data larger than this lies in no cache, or in a distant one.
inline constexpr std::size_t far_bytes = std::size_t{8} << 20;

/// Valid as long as the world does not change. A world without objects has no root box to start from.
inline WorldView world_view(const World::Store& store) {
  WorldView view{};
  const std::array<const float*, 6> objects = store.from(0);
  std::copy(objects.begin(), objects.end(), view.objects);
  view.living = store.living.data();
  view.is_beyond_caches = store.numbers.size() * sizeof(float) > far_bytes;
  for (std::size_t level = 0; level < store.levels.size(); ++level) {
    view.boxes[level] = store.levels[level].from(0);
    view.count[level] = static_cast<std::uint32_t>(store.levels[level].count);
  }
  return view;
}

/// The word that represents the parent of the top boxes, where a traversal starts (lanes/world/nearest_box_order.hpp).
inline std::uint64_t root_word(const World::Store& store) { return std::uint64_t{store.levels.size()} << 28; }

}  // namespace lockstep::detail
