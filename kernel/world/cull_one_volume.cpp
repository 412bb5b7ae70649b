// Frustum culling of a world against one volume. It runs in the world's own order; then the bits are scattered to the
// caller's indices.
#include <algorithm>
#include <optional>
#include <span>

#include "base/buffer.hpp"
#include "base/call.hpp"
#include "cull/visible_lists.hpp"
#include "world/world_culler.hpp"

namespace lockstep {

namespace {

/// Culls in the world's order; `visible` may be empty.
std::size_t cull_store(const ConvexVolume& volume, const World::Store& store, std::span<std::uint64_t> visible,
                       const CullOptions& options) {
  const detail::WorldCuller culler(store, options);
  const auto cull_some = [&](const detail::CullBatch& batch, std::size_t first) { return culler.cull(batch, first); };
  return detail::cull_tiles<detail::world_tiles_at_most>(store.order.size(), detail::make_batch(volume, options),
                                                         visible, cull_some);
}

/// Scatters the bits from positions to the indices of their objects, and clears all others.
void to_indices(std::span<const std::uint64_t> by_position, std::span<const std::uint32_t> order,
                std::span<std::uint64_t> by_index, std::optional<Isa> isa) {
  std::fill(by_index.begin(), by_index.end(), 0);
  detail::kernels_for(detail::world_tables, isa)
      .bits_by_index(by_position.data(), order.data(), order.size(), by_index.data());
}

/// The inverse: gathers the bits of indices to positions.
void to_positions(std::span<const std::uint64_t> by_index, std::span<const std::uint32_t> order,
                  std::span<std::uint64_t> by_position) {
  std::fill(by_position.begin(), by_position.end(), 0);
  for (std::size_t p = 0; p < order.size(); ++p)
    if (order[p] != no_object) by_position[p / 64] |= (by_index[order[p] / 64] >> order[p] % 64 & 1) << p % 64;
}

/// A body is visible if one of its parts is.
std::size_t cull_bodies(const ConvexVolume& volume, const World::Store& store, std::span<std::uint64_t> visible,
                        const CullOptions& options) {
  detail::Buffer<std::uint64_t> words(detail::scratch_here());
  const std::span<std::uint64_t> by_position(words.room_for(store.blocks()), store.blocks());
  cull_store(volume, store, by_position, options);
  to_indices(by_position, store.bodies->order, visible, options.isa);
  return detail::count_bits(visible.data(), visible.size());
}

}  // namespace

template <>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                              const CullOptions& options) {
  const World::Store& store = world.store();
  const detail::Call call(options.executor);
  detail::check_mask(visible, store.size());
  if (store.bodies) return cull_bodies(volume, store, visible, options);
  detail::Buffer<std::uint64_t> words(detail::scratch_here());
  const std::span<std::uint64_t> by_position(words.room_for(store.blocks()), store.blocks());
  const std::size_t count = cull_store(volume, store, by_position, options);
  to_indices(by_position, store.order, visible, options.isa);
  return count;
}

template <>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint32_t> indices,
                              const CullOptions& options) {
  return detail::list_visible(world.size(), indices, options.executor,
                              [&](std::span<std::uint64_t> mask) { return cull(volume, world, mask, options); });
}

std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                          const CullOptions& options) {
  const detail::Call call(options.executor);
  const World::Store& store = world.store();
  detail::check_mask(visible, store.order.size());
  if (!store.bodies) return cull_store(volume, store, visible, options);
  detail::ScratchVector<std::uint64_t> by_index(mask_words(store.size()));
  const std::size_t count = cull_bodies(volume, store, by_index, options);
  to_positions(by_index, store.bodies->order, visible);
  return count;
}

template <>
LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const World& world, const CullOptions& options) {
  const World::Store& store = world.store();
  const detail::Call call(options.executor);
  if (store.bodies) {
    detail::ScratchVector<std::uint64_t> visible(mask_words(store.size()));
    return cull_bodies(volume, store, visible, options);
  }
  return cull_store(volume, store, {}, options);
}

}  // namespace lockstep
