// Culling views against one volume: hand each tile's streams to the kernels.
#include "lockstep/cull.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "cull/cull_tiles.hpp"
#include "views/check_streams.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::Streams;
using detail::StridedObjects;
using detail::ViewKernels;
using detail::ViewKind;

namespace {

template <ViewKind K>
void cull_streams(const Streams<K>& objects, const ViewKernels& kernels, const CullBatch& common, std::size_t first) {
  detail::StreamBatch batch{common, {}};
  for (std::size_t s = 0; s < Streams<K>::size; ++s) batch.stream[s] = objects.stream[s].data + first;
  kernels.cull[Streams<K>::kernel](batch);
}

/// Objects that do not lie as the kernels read them are copied.
template <ViewKind K>
void cull_copies(const StridedObjects<K>& objects, const ViewKernels& kernels, const CullBatch& common,
                 std::size_t first) {
  std::array<std::array<float, detail::copied_objects<K>>, Streams<K>::size + 1> copy;
  objects.copy(first, static_cast<std::size_t>(common.count), [&](std::size_t s) { return copy[s].data(); });
  detail::StreamBatch batch{common, {}};
  for (std::size_t s = 0; s < Streams<K>::size; ++s) batch.stream[s] = copy[s].data();
  kernels.cull[Streams<K>::kernel](batch);
}

/// Whole words of packed floats are read where they lie.
template <ViewKind K>
void cull_tile_of(const StridedObjects<K>& objects, const ViewKernels& kernels, const CullBatch& common,
                  std::size_t first) {
  const int in_place = objects.is_packed() ? common.count / 64 * 64 : 0;
  CullBatch batch = common;
  batch.count = in_place;
  if (in_place != 0) cull_streams(objects.streams, kernels, batch, first);
  constexpr int at_a_time = detail::copied_objects<K>;
  for (int begin = in_place; begin < common.count; begin += at_a_time) {
    batch.count = std::min(at_a_time, common.count - begin);
    batch.visible = common.visible + begin / 64;
    cull_copies(objects, kernels, batch, first + static_cast<std::size_t>(begin));
  }
}

template <class View>
std::size_t cull_view(const ConvexVolume& volume, const View& view, std::span<std::uint64_t> visible,
                      const CullOptions& options) {
  const detail::FloatEnvironment standard;
  const auto objects = detail::streams_of(view);
  detail::check_streams(objects, std::as_bytes(visible), "visible");
  const StridedObjects strided(objects, detail::kernels_for(detail::stream_tables, options.isa));
  if (options.check == Check::inputs) detail::check_numbers(strided);
  const ViewKernels& kernels = detail::kernels_for(detail::view_tables, options.isa);
  const auto cull_tile = [&](const CullBatch& batch, std::size_t first) {
    cull_tile_of(strided, kernels, batch, first);
  };
  return detail::cull_tiles(objects.count, detail::make_batch(volume, options), visible, cull_tile);
}

}  // namespace

std::size_t cull(const ConvexVolume& volume, const SphereView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const AabbView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const BoxView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
}

std::size_t cull(const ConvexVolume& volume, const TransformedBoxView& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, objects.count);
  return cull_view(volume, objects, visible, options);
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

}  // namespace lockstep
