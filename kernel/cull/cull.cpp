// Culling against one volume: hand each tile's streams or records to the kernels.
#include "lockstep/cull.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "cull/cull_tiles.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::KernelTable;
using detail::Streams;
using detail::StridedObjects;
using detail::tile_words;

namespace {

void check_mask(std::span<const std::uint64_t> visible, std::size_t objects) {
  if (visible.size() != mask_words(objects))
    throw InvalidInput("visible: has " + std::to_string(visible.size()) + " words, needs mask_words(" +
                       std::to_string(objects) + ") = " + std::to_string(mask_words(objects)));
}

template <std::size_t N>
void cull_streams(const Streams<N>& objects, const KernelTable& kernels, const CullBatch& common, std::size_t first) {
  detail::StreamBatch batch{common, {}};
  for (std::size_t s = 0; s < N; ++s) batch.stream[s] = objects.stream[s].data + first;
  kernels.cull_streams[Streams<N>::kernel](batch);
}

/// Objects that do not lie as the kernels read them are copied.
template <std::size_t N>
void cull_copies(const StridedObjects<N>& objects, const KernelTable& kernels, const CullBatch& common,
                 std::size_t first) {
  std::array<std::array<float, detail::copied_objects<N>>, N + 1> copy;
  objects.copy(first, static_cast<std::size_t>(common.count), [&](std::size_t s) { return copy[s].data(); });
  detail::StreamBatch batch{common, {}};
  for (std::size_t s = 0; s < N; ++s) batch.stream[s] = copy[s].data();
  kernels.cull_streams[Streams<N>::kernel](batch);
}

/// Whole words of packed floats are read where they lie.
template <std::size_t N>
void cull_tile_of(const StridedObjects<N>& objects, const KernelTable& kernels, const CullBatch& common,
                  std::size_t first) {
  const int in_place = objects.is_packed() ? common.count / 64 * 64 : 0;
  CullBatch batch = common;
  batch.count = in_place;
  if (in_place != 0) cull_streams(objects.streams, kernels, batch, first);
  constexpr int at_a_time = detail::copied_objects<N>;
  for (int begin = in_place; begin < common.count; begin += at_a_time) {
    batch.count = std::min(at_a_time, common.count - begin);
    batch.visible = common.visible + begin / 64;
    cull_copies(objects, kernels, batch, first + static_cast<std::size_t>(begin));
  }
}

struct StoreView {
  const detail::ShapeStore& store;
};

/// A tile of records of mixed kinds: each run of one kind is a batch of its own.
void cull_tile_of(const StoreView& objects, const KernelTable& kernels, const CullBatch& common, std::size_t first) {
  const detail::ShapesView shapes = objects.store.view();
  const auto count = static_cast<std::size_t>(common.count);
  std::array<const detail::Record*, cull_tile> records;
  std::array<std::uint16_t, cull_tile> source;
  std::fill_n(common.visible, mask_words(count), 0);
  for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
    if (objects.store.count_of_kind[kind] == 0) continue;
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
    kernels.cull_records[kind](batch);
    if (found == count) return;  // one kind: the bits lie where they belong
    for (std::size_t i = 0; i < found; ++i) {
      const std::uint64_t bit = visible[i / 64] >> (i % 64) & 1U;
      common.visible[source[i] / 64] |= bit << (source[i] % 64);
    }
  }
}

/// Runs all tiles; `visible` may be empty, then only the number is wanted.
template <class Objects>
std::size_t cull_tiles(const Objects& objects, std::size_t count, const KernelTable& kernels, const CullBatch& common,
                       std::span<std::uint64_t> visible) {
  return detail::sum_over_tiles(count, cull_tile, [&](std::size_t first, std::size_t size) {
    std::array<std::uint64_t, tile_words> local;
    CullBatch batch = common;
    batch.count = static_cast<int>(size);
    batch.visible = visible.empty() ? local.data() : visible.data() + first / 64;
    cull_tile_of(objects, kernels, batch, first);
    return detail::count_bits(batch.visible, mask_words(size));
  });
}

template <class View>
std::size_t cull_view(const ConvexVolume& volume, const View& view, std::span<std::uint64_t> visible,
                      const CullOptions& options) {
  const detail::FloatEnvironment standard;
  const KernelTable& kernels = detail::kernels_for(options.isa);
  const auto objects = detail::streams_of(view);
  detail::check_streams(objects, std::as_bytes(visible), "visible");
  const StridedObjects strided(objects, kernels);
  if (options.check == Check::inputs) detail::check_numbers(strided);
  return cull_tiles(strided, objects.count, kernels, detail::make_batch(volume, options), visible);
}

std::size_t cull_set(const ConvexVolume& volume, const ShapeSet& set, std::span<std::uint64_t> visible,
                     const CullOptions& options) {
  const KernelTable& kernels = detail::kernels_for(options.isa);
  return cull_tiles(StoreView{set.store()}, set.size(), kernels, detail::make_batch(volume, options), visible);
}

}  // namespace

std::size_t cull(const ConvexVolume& volume, const SphereView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const AabbView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const BoxView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const TransformedBoxView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const ShapeSet& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  check_mask(visible, objects.size());
  return cull_set(volume, objects, visible, options);
}

std::size_t cull_count(const ConvexVolume& volume, const SphereView& objects, const CullOptions& options) {
  return cull_view(volume, objects, {}, options);
}

std::size_t cull_count(const ConvexVolume& volume, const AabbView& objects, const CullOptions& options) {
  return cull_view(volume, objects, {}, options);
}

std::size_t cull_count(const ConvexVolume& volume, const BoxView& objects, const CullOptions& options) {
  return cull_view(volume, objects, {}, options);
}

std::size_t cull_count(const ConvexVolume& volume, const TransformedBoxView& objects, const CullOptions& options) {
  return cull_view(volume, objects, {}, options);
}

std::size_t cull_count(const ConvexVolume& volume, const ShapeSet& objects, const CullOptions& options) {
  return cull_set(volume, objects, {}, options);
}

std::size_t list_indices(std::span<const std::uint64_t> visible, std::span<std::uint32_t> indices) {
  constexpr std::size_t most_words = (std::size_t{1} << 32) / 64;
  if (visible.size() > most_words) throw InvalidInput("visible: more than 2^32 bits, indices are 32 bits wide");
  if (detail::share_memory(visible.data(), visible.size_bytes(), indices.data(), indices.size_bytes()))
    throw InvalidInput("indices: shares memory with visible");
  const std::size_t needed = detail::count_bits(visible.data(), visible.size());
  if (needed > indices.size()) return needed;
  std::size_t next = 0;
  for (std::size_t word = 0; word < visible.size(); ++word)
    for (std::uint64_t left = visible[word]; left != 0; left &= left - 1)
      indices[next++] = static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  return needed;
}

}  // namespace lockstep
