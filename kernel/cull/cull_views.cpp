// Frustum culling of views against one volume: passes each tile's streams to the kernels.
#include "cull/cull_views.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/call.hpp"
#include "cull/cull_tiles.hpp"
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

}  // namespace

template <class View>
std::size_t detail::cull_view(const ConvexVolume& volume, const View& view, std::span<std::uint64_t> visible,
                              const CullOptions& options) {
  const Call call(options.executor);
  const auto objects = streams_of(view);
  check_streams(objects, std::as_bytes(visible), "visible");
  if (options.check == Check::inputs) check_last_rows(view);
  const StridedObjects strided(objects, kernels_for(stream_tables, options.isa));
  const ViewKernels& kernels = kernels_for(view_tables, options.isa);
  BadObjects bad;
  const auto cull_some = [&](const CullBatch& batch, std::size_t first) {
    cull_objects(strided, kernels, batch, first, options.check == Check::inputs ? &bad : nullptr);
  };
  const std::size_t seen = cull_tiles<8>(objects.count, make_batch(volume, options), visible, cull_some);
  bad.check(objects);
  return seen;
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

}  // namespace lockstep
