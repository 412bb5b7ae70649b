// Culling against many volumes: down the tree of the set, or over the cells of a grid.
#pragma once

#include "cull/grid_walk.hpp"
#include "cull/many_call.hpp"
#include "cull/tree_walk.hpp"

namespace lockstep::detail {

/// A chunk is the objects of one task: many, so that those which a bound keeps fill the lanes of the volumes below it.
/// 16 bits hold a local index in it.
inline constexpr std::size_t largest_chunk = std::size_t{1} << 16;

/// Whole words of objects, as many in each chunk.
inline std::size_t chunk_size(std::size_t objects) {
  const std::size_t chunks = parts_of(objects, largest_chunk);
  return chunks == 0 ? 1 : mask_words(parts_of(objects, chunks)) * 64;
}

/// Tile after tile; what a root keeps of them is collected until it fills a tile, of a grid all of it.
template <class Survivors>
std::size_t cull_chunk(const ManyCall<Survivors>& call, std::size_t start, std::size_t size) {
  std::size_t total = 0;
  TileMask mask;
  for (const VolumeNode& root : call.volumes.roots()) {
    const auto go_on = [&](const Survivors& collected) {
      return call.is_grid() ? GridWalk<Survivors>(call, collected, start).assign_cells(root)
                            : descend(call, root, collected, start);
    };
    const bool leaf = root.child_count == 0;
    const std::size_t room = leaf ? 0 : call.is_grid() ? size : cull_tile;
    Survivors collected(call.objects, room);
    for (std::size_t first = start; first < start + size; first += cull_tile) {
      const Survivors tile(call.objects, start, first, std::min<std::size_t>(cull_tile, start + size - first));
      const std::size_t kept = call.test(root, tile, mask);
      if (leaf) {
        total += call.report(root, tile, mask, kept, start);
        continue;
      }
      if (static_cast<std::size_t>(collected.count) + kept > room) {
        total += go_on(collected);
        collected.clear();
      }
      if (kept != 0) collected.take(tile, mask);
    }
    if (collected.count != 0) total += go_on(collected);
  }
  return total;
}

template <class Survivors>
std::size_t cull_chunks(const ManyCall<Survivors>& call, std::size_t objects) {
  return sum_over_tiles(objects, chunk_size(objects),
                        [&](std::size_t first, std::size_t size) { return cull_chunk(call, first, size); });
}

}  // namespace lockstep::detail
