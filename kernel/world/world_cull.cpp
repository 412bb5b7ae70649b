// Culling a world: tiles of its own order go to the kernels; then bits go to where the caller's indices are.
#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "base/call.hpp"
#include "cull/cull_tiles.hpp"
#include "world/world_store.hpp"

namespace lockstep {

using detail::CullBatch;
using detail::world_block;
using detail::world_fanout;

namespace {

/// Up to so many tiles go to a kernel at once: its list of open objects lasts through all of them.
constexpr std::size_t tiles_at_most = 16;

/// Clears the bits of some blocks, from `first` on, where there is no object; returns how many stay. Most words of a
/// view have none, and most of these follow each other.
std::size_t keep_living(const World::Store& store, std::size_t first, std::span<std::uint64_t> visible) {
  constexpr std::size_t at_once = 16;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < visible.size(); begin += at_once) {
    const auto words = visible.subspan(begin, std::min(at_once, visible.size() - begin));
    if (words.size() == at_once) {
      std::uint64_t any = 0;
      for (std::size_t k = 0; k < at_once; ++k) any |= words[k];
      if (any == 0) continue;
    }
    for (std::size_t k = 0; k < words.size(); ++k) {
      words[k] &= store.alive(first + begin + k);
      count += detail::count_bits(words[k]);
    }
  }
  return count;
}

/// How many of the objects are visible.
std::size_t cull_tile_of(const World::Store& store, const detail::WorldKernels& kernels, const CullBatch& common,
                         std::size_t first) {
  const std::size_t block = first / world_block;
  detail::WorldCullBatch batch{{common, {}, nullptr}, store.quarters.data() + block * detail::quarter_floats, 0, {}};
  std::copy_n(store.from(first).begin(), store.streams(), batch.stream);
  // Levels whose boxes begin where the tile does.
  for (std::size_t blocks = 1; batch.levels < std::min(store.levels.size(), batch.most_levels);
       blocks *= world_fanout) {
    if (block % blocks != 0) break;
    batch.boxes[batch.levels] = store.levels[batch.levels].from(block / blocks);
    ++batch.levels;
  }
  kernels.cull[static_cast<std::size_t>(store.kind)](batch);
  const std::size_t blocks = detail::parts_of(static_cast<std::size_t>(batch.count), world_block);
  return keep_living(store, block, {batch.visible, blocks});
}

/// In the world's order; `visible` may be empty.
std::size_t cull_store(const ConvexVolume& volume, const World::Store& store, std::span<std::uint64_t> visible,
                       const CullOptions& options) {
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const auto cull_some = [&](const CullBatch& batch, std::size_t first) {
    return cull_tile_of(store, kernels, batch, first);
  };
  return detail::cull_tiles<tiles_at_most>(store.order.size(), detail::make_batch(volume, options), visible, cull_some);
}

/// Sets the bits of the objects whose positions have a bit. Most of them are in blocks that are seen as a whole, of
/// which no bit needs to be looked for.
void to_indices(std::span<const std::uint64_t> by_position, std::span<const std::uint32_t> order,
                std::span<std::uint64_t> by_index) {
  std::fill(by_index.begin(), by_index.end(), 0);
  const auto set_bit = [&](std::uint32_t index) { by_index[index / 64] |= std::uint64_t{1} << index % 64; };
  for (std::size_t word = 0; word < by_position.size(); ++word) {
    const std::uint32_t* const of_word = order.data() + word * 64;
    std::uint64_t left = by_position[word];
    if (left == ~std::uint64_t{0}) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 64; ++k) set_bit(of_word[k]);
      continue;
    }
    for (; left != 0; left &= left - 1) set_bit(of_word[std::countr_zero(left)]);
  }
}

/// The other way.
void to_positions(std::span<const std::uint64_t> by_index, std::span<const std::uint32_t> order,
                  std::span<std::uint64_t> by_position) {
  std::fill(by_position.begin(), by_position.end(), 0);
  for (std::size_t p = 0; p < order.size(); ++p)
    if (order[p] != no_object) by_position[p / 64] |= (by_index[order[p] / 64] >> order[p] % 64 & 1) << p % 64;
}

/// A body is seen if one of its parts is.
std::size_t cull_bodies(const ConvexVolume& volume, const detail::BodiesOfWorld& bodies,
                        std::span<std::uint64_t> visible, const CullOptions& options) {
  detail::check_mask(visible, bodies.set.size());
  const ShapeSet& parts = bodies.set.parts();
  std::vector<std::uint64_t> of_parts(mask_words(parts.size()));
  cull(volume, parts, of_parts, options);
  to_indices(of_parts, bodies.set.store().body_of_part, visible);
  std::size_t count = 0;
  for (const std::uint64_t word : visible) count += detail::count_bits(word);
  return count;
}

}  // namespace

std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  const World::Store& store = world.store();
  if (store.bodies) return cull_bodies(volume, *store.bodies, visible, options);
  if (store.shapes) return cull(volume, *store.shapes, visible, options);
  const detail::Call call(options.executor);
  detail::check_mask(visible, store.position.size());
  std::vector<std::uint64_t> by_position(store.blocks());
  const std::size_t count = cull_store(volume, store, by_position, options);
  to_indices(by_position, store.order, visible);
  return count;
}

std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                          const CullOptions& options) {
  const detail::Call call(options.executor);
  const World::Store& store = world.store();
  detail::check_mask(visible, store.order.size());
  if (store.shape_set() == nullptr) return cull_store(volume, store, visible, options);
  std::vector<std::uint64_t> by_index(mask_words(store.size()));
  const std::size_t count = cull(volume, world, by_index, options);
  to_positions(by_index, world.order(), visible);
  return count;
}

std::size_t cull_count(const ConvexVolume& volume, const World& world, const CullOptions& options) {
  const World::Store& store = world.store();
  if (store.shapes) return cull_count(volume, *store.shapes, options);
  if (store.bodies) {
    std::vector<std::uint64_t> visible(mask_words(store.size()));
    return cull_bodies(volume, *store.bodies, visible, options);
  }
  const detail::Call call(options.executor);
  return cull_store(volume, store, {}, options);
}

}  // namespace lockstep
