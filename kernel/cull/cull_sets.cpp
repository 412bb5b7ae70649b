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

constexpr std::size_t kinds = detail::record_kinds + 1;  // with free slots, which stay invisible

/// The records of a tile, sorted by kind. Branchless: with kinds in no order, a branch would be mispredicted.
struct SortedTile {
  std::array<std::size_t, kinds> begin, count{};  // of each kind; it begins at a multiple of 64
  std::array<const detail::Record*, cull_tile + 64 * kinds> records;
  std::array<std::uint16_t, cull_tile + 64 * kinds> source;

  SortedTile(const detail::ShapesView& shapes, std::size_t first, std::size_t size) {
    if (shapes.one_kind)
      take_all(shapes, first, size);
    else
      sort(shapes, first, size);
  }

 private:
  void sort(const detail::ShapesView& shapes, std::size_t first, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) ++count[static_cast<std::size_t>(shapes.kinds[first + i])];
    std::size_t next = 0;
    for (std::size_t kind = 0; kind < kinds; ++kind) begin[kind] = next, next += 64 * mask_words(count[kind]);
    std::array<std::size_t, kinds> end = begin;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = end[static_cast<std::size_t>(shapes.kinds[first + i])]++;
      records[at] = &shapes.records[first + i], source[at] = static_cast<std::uint16_t>(i);
    }
    for (std::size_t kind = 0; kind < kinds; ++kind) fill_up(begin[kind], end[kind]);
  }
  void take_all(const detail::ShapesView& shapes, std::size_t first, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) records[i] = &shapes.records[first + i];
    begin = {}, count[static_cast<std::size_t>(shapes.kinds[0])] = size;
    fill_up(0, size);
  }
  /// Fills up the last 64 with copies of the last record.
  void fill_up(std::size_t from, std::size_t to) {
    if (from != to) std::fill_n(&records[to], 64 * mask_words(to - from) - (to - from), records[to - 1]);
  }
};

/// Culls a tile of records of mixed kinds, in one batch per kind.
void cull_tile_of(const detail::ShapesView& shapes, const detail::SetKernels& kernels, const CullBatch& common,
                  std::size_t first) {
  const auto size = static_cast<std::size_t>(common.count), words = mask_words(size);
  const SortedTile tile(shapes, first, size);
  std::array<std::uint8_t, cull_tile> seen;
  std::fill_n(seen.begin(), 64 * words, std::uint8_t{0});
  for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
    const std::size_t begin = tile.begin[kind], count = tile.count[kind];
    if (count == 0) continue;
    const bool alone = count == size;
    std::array<std::uint64_t, tile_words> visible;
    detail::RecordBatch batch{common, &tile.records[begin], shapes};
    batch.count = static_cast<int>(count);
    batch.visible = alone ? common.visible : visible.data();
    kernels.cull[kind](batch);
    if (alone) return;  // the bits are already in place
    for (std::size_t i = 0; i < count; ++i)
      seen[tile.source[begin + i]] = static_cast<std::uint8_t>(visible[i / 64] >> (i % 64) & 1U);
  }
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 64; ++i) bits |= std::uint64_t{seen[64 * word + i]} << i;
    common.visible[word] = bits;
  }
}

std::size_t cull_set(const ConvexVolume& volume, const ShapeSet& set, std::span<std::uint64_t> visible,
                     const CullOptions& options) {
  const detail::Call call(options.executor);
  const detail::SetKernels& kernels = detail::kernels_for(detail::set_tables, options.isa);
  const auto cull_tile = [&](const CullBatch& batch, std::size_t first) {
    cull_tile_of(set.store().view_with_positions(), kernels, batch, first);
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
