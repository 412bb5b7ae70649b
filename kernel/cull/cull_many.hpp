// Culling against many volumes: by traversing the tree of the set, or over the cells of a grid.
#pragma once

#include <optional>

#include "cull/assign_cells.hpp"
#include "cull/many_call.hpp"
#include "cull/tree_traversal.hpp"

namespace lockstep::detail {

/// A chunk holds the objects of one task: enough that the objects kept by a bound fill the lanes of the volumes below
/// it. A local index in it has 16 bits.
inline constexpr std::size_t largest_chunk = std::size_t{1} << 16;

/// Chunks of whole words, all of the same size.
inline std::size_t chunk_size(std::size_t objects) {
  const std::size_t chunks = parts_of(objects, largest_chunk);
  return chunks == 0 ? 1 : mask_words(parts_of(objects, chunks)) * 64;
}

/// Culls tile by tile, each against all volumes while it is in the cache. Only the last root may have volumes below it.
template <class Survivors>
std::size_t cull_chunk(const ManyCall<Survivors>& call, std::size_t start, std::size_t size) {
  std::span<const VolumeNode> roots = call.volumes.roots();
  std::optional<GridCulling<Survivors>> grid;
  std::optional<TreeTraversal<Survivors>> tree;
  if (call.is_grid())
    grid.emplace(call, roots.back(), start, size);
  else if (!roots.empty() && roots.back().child_count != 0)
    tree.emplace(call, roots.back(), start);
  if (grid || tree) roots = roots.first(roots.size() - 1);
  std::size_t total = 0;
  for (std::size_t first = start; first < start + size; first += cull_tile) {
    const Survivors tile(call.objects, start, first, std::min<std::size_t>(cull_tile, start + size - first));
    for (const VolumeNode& leaf : roots) total += call.see(leaf, tile, start);
    if (grid) grid->add(tile);
    if (tree) total += tree->add(tile);
  }
  return total + (grid ? grid->finish() : 0) + (tree ? tree->finish() : 0);
}

template <class Survivors>
std::size_t cull_chunks(const ManyCall<Survivors, const VisibleOutput>& call, std::size_t objects) {
  return sum_over_tiles(objects, chunk_size(objects), [&](std::size_t first, std::size_t size) {
    OutputOfTask output(call.output);
    const std::size_t seen =
        cull_chunk<Survivors>({call.volumes, call.kernels, call.options, output, call.objects}, first, size);
    output.finish();
    return seen;
  });
}

}  // namespace lockstep::detail
