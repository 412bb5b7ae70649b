// What `cull` does with views of any kind. Views at double positions have a file of their own (cull_placed.cpp), so
// that a static program that culls others links no kernels of sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cull/cull_tiles.hpp"
#include "cull/visible_lists.hpp"
#include "lockstep/cull.hpp"
#include "views/check_streams.hpp"

namespace lockstep::detail {

template <class View>
std::size_t count_of(const View& view) {
  return view.count;
}
template <class View>
std::size_t count_of(const PlacedView<View>& view) {
  return view.shapes.count;
}

/// Throws unless the streams exist and share no memory with the output. `output` names the output.
template <class View>
void check_memory(const View& view, std::span<const std::byte> written, const char* output) {
  check_streams(streams_of(view), written, output);
}
template <class View>
void check_memory(const PlacedView<View>& view, std::span<const std::byte> written, const char* output);

template <class View>
std::size_t cull_view(const ConvexVolume& volume, const View& view, std::span<std::uint64_t> visible,
                      const CullOptions& options);
template <class View>
std::size_t cull_view(const ConvexVolume& volume, const PlacedView<View>& view, std::span<std::uint64_t> visible,
                      const CullOptions& options);
template <class View>
std::size_t cull_view(const VolumeSet& volumes, const View& view, const VisibleSets& visible,
                      const CullOptions& options);
template <class View>
std::size_t cull_view(const VolumeSet& volumes, const PlacedView<View>& view, const VisibleSets& visible,
                      const CullOptions& options);

}  // namespace lockstep::detail

namespace lockstep {

template <CullObjects T>
std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  detail::check_mask(visible, detail::count_of(objects));
  return detail::cull_view(volume, objects, visible, options);
}
template <CullObjects T>
std::size_t cull(const ConvexVolume& volume, const T& objects, std::span<std::uint32_t> indices,
                 const CullOptions& options) {
  detail::check_memory(objects, std::as_bytes(indices), "indices");
  return detail::list_visible(detail::count_of(objects), indices, options.executor, [&](std::span<std::uint64_t> mask) {
    return detail::cull_view(volume, objects, mask, options);
  });
}
template <CullObjects T>
std::size_t cull_count(const ConvexVolume& volume, const T& objects, const CullOptions& options) {
  return detail::cull_view(volume, objects, {}, options);
}
template <CullObjects T>
std::size_t cull(const VolumeSet& volumes, const T& objects, const VisibleSets& visible, const CullOptions& options) {
  return detail::cull_view(volumes, objects, visible, options);
}

}  // namespace lockstep
