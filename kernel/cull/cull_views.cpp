// Frustum culling of views against one volume: passes each tile's streams to the kernels.
#include "lockstep/cull.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/call.hpp"
#include "cull/cull_placed.hpp"
#include "cull/cull_tiles.hpp"
#include "cull/visible_lists.hpp"
#include "views/check_streams.hpp"

namespace lockstep {

using detail::BadObjects;
using detail::CullBatch;
using detail::Streams;
using detail::StridedObjects;
using detail::ViewKernels;
using detail::ViewKind;

namespace {

/// Records a bad object, unless `bad` is null.
template <ViewKind K>
void cull_objects(const StridedObjects<K>& objects, const ViewKernels& kernels, const CullBatch& common,
                  std::size_t first, BadObjects* bad) {
  const auto cull_run = [&](const auto& stream, std::size_t begin, std::size_t size) {
    int at = -1;
    detail::StreamBatch batch{common, {}, bad != nullptr ? &at : nullptr};
    std::copy(stream.begin(), stream.end(), batch.stream);
    batch.count = static_cast<int>(size);
    batch.visible = common.visible + begin / 64;
    kernels.cull[Streams<K>::kernel](batch);
    if (at >= 0) bad->note(first + begin + static_cast<std::size_t>(at));
  };
  objects.for_each_run(first, static_cast<std::size_t>(common.count), cull_run);
}

template <class View>
std::size_t count_of(const View& view) {
  return view.count;
}
template <class View>
std::size_t count_of(const PlacedView<View>& view) {
  return view.shapes.count;
}

template <class View>
void check_memory(const View& view, std::span<const std::byte> written, const char* output) {
  detail::check_streams(detail::streams_of(view), written, output);
}
template <class View>
void check_memory(const PlacedView<View>& view, std::span<const std::byte> written, const char* output) {
  detail::check_memory(view, written, output);
}

template <class View>
std::size_t cull_view(const ConvexVolume& volume, const PlacedView<View>& view, std::span<std::uint64_t> visible,
                      const CullOptions& options) {
  return detail::cull_placed(volume, view, visible, options);
}
template <class View>
std::size_t cull_view(const ConvexVolume& volume, const View& view, std::span<std::uint64_t> visible,
                      const CullOptions& options) {
  const detail::Call call(options.executor);
  const auto objects = detail::streams_of(view);
  detail::check_streams(objects, std::as_bytes(visible), "visible");
  if (options.check == Check::inputs) detail::check_last_rows(view);
  const StridedObjects strided(objects, detail::kernels_for(detail::stream_tables, options.isa));
  const ViewKernels& kernels = detail::kernels_for(detail::view_tables, options.isa);
  BadObjects bad;
  const auto cull_some = [&](const CullBatch& batch, std::size_t first) {
    cull_objects(strided, kernels, batch, first, options.check == Check::inputs ? &bad : nullptr);
  };
  const std::size_t seen =
      detail::cull_tiles<8>(objects.count, detail::make_batch(volume, options), visible, cull_some);
  bad.check(objects);
  return seen;
}

}  // namespace

template <CullObjects T>
std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, count_of(objects));
  return cull_view(volume, objects, visible, options);
}
template <CullObjects T>
std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint32_t> indices,
                 const CullOptions& options) {
  check_memory(objects, std::as_bytes(indices), "indices");
  return detail::list_visible(count_of(objects), indices, options.executor,
                              [&](std::span<std::uint64_t> mask) { return cull_view(volume, objects, mask, options); });
}
template <CullObjects T>
std::size_t cull_count(const ConvexVolume& volume, const T& objects, const CullOptions& options) {
  return cull_view(volume, objects, {}, options);
}

template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const SphereView&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const AabbView&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const BoxView&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const TransformedBoxView&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const SphereView&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const AabbView&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const BoxView&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const TransformedBoxView&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const SphereView&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const AabbView&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const BoxView&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const TransformedBoxView&, const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<SphereView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<AabbView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<BoxView>&, std::span<std::uint64_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<SphereView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<AabbView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull(const ConvexVolume&, const PlacedView<BoxView>&, std::span<std::uint32_t>,
                                       const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<SphereView>&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<AabbView>&, const CullOptions&);
template LOCKSTEP_API std::size_t cull_count(const ConvexVolume&, const PlacedView<BoxView>&, const CullOptions&);

}  // namespace lockstep
