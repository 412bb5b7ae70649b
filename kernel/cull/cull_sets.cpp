// Frustum culling of sets of shapes against one volume: passes each tile's records, kind by kind, to the kernels.
#include <algorithm>
#include <array>

#include "base/call.hpp"
#include "cull/cull_tiles.hpp"
#include "cull/visible_lists.hpp"
#include "lockstep/cull.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::tile_words;

namespace {

/// Culls a tile of records of mixed kinds, in one batch per kind.
void cull_tile_of(const detail::ShapeStore& store, const detail::SetKernels& kernels, const CullBatch& common,
                  std::size_t first) {
  const detail::ShapesView shapes = store.view();
  const auto count = static_cast<std::size_t>(common.count);
  std::array<const detail::Record*, cull_tile> records;
  std::array<std::uint16_t, cull_tile> source;
  std::fill_n(common.visible, mask_words(count), 0);
  for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
    if (store.count_of_kind[kind] == 0) continue;
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (static_cast<std::size_t>(shapes.kinds[first + i]) != kind) continue;
      records[found] = &shapes.records[first + i];
      source[found++] = static_cast<std::uint16_t>(i);
    }
    if (found == 0) continue;
    std::fill(records.begin() + found, records.begin() + 64 * mask_words(found), records[found - 1]);
    std::array<std::uint64_t, tile_words> visible;
    detail::RecordBatch batch{common, records.data(), shapes};
    batch.count = static_cast<int>(found);
    batch.visible = found == count ? common.visible : visible.data();
    kernels.cull[kind](batch);
    if (found == count) return;  // one kind: the bits are already in place
    for (std::size_t i = 0; i < found; ++i) {
      const std::uint64_t bit = visible[i / 64] >> (i % 64) & 1U;
      common.visible[source[i] / 64] |= bit << (source[i] % 64);
    }
  }
}

std::size_t cull_set(const ConvexVolume& volume, const ShapeSet& set, std::span<std::uint64_t> visible,
                     const CullOptions& options) {
  const detail::Call call(options.executor);
  const detail::SetKernels& kernels = detail::kernels_for(detail::set_tables, options.isa);
  const auto cull_tile = [&](const CullBatch& batch, std::size_t first) {
    cull_tile_of(set.store(), kernels, batch, first);
  };
  return detail::cull_tiles<1>(set.size(), detail::make_batch(volume, options), visible, cull_tile);
}

}  // namespace

template <>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const ShapeSet& objects, std::span<std::uint64_t> visible,
                              const CullOptions& options) {
  detail::check_mask(visible, objects.size());
  return cull_set(volume, objects, visible, options);
}

template <>
LOCKSTEP_API std::size_t cull(const ConvexVolume& volume, const ShapeSet& objects, std::span<std::uint32_t> indices,
                              const CullOptions& options) {
  return detail::list_visible(objects.size(), indices, options.executor,
                              [&](std::span<std::uint64_t> mask) { return cull_set(volume, objects, mask, options); });
}

template <>
LOCKSTEP_API std::size_t cull_count(const ConvexVolume& volume, const ShapeSet& objects, const CullOptions& options) {
  return cull_set(volume, objects, {}, options);
}

}  // namespace lockstep
