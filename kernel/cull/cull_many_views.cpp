// Frustum culling of views against many volumes.
#include "base/call.hpp"
#include "cull/cull_many.hpp"
#include "cull/cull_views.hpp"
#include "views/check_streams.hpp"

namespace lockstep {

namespace {

template <detail::ViewKind K>
std::size_t cull_streams(const VolumeSet& volumes, const detail::Streams<K>& objects, const VisibleSets& visible,
                         const CullOptions& options) {
  const detail::Call call(options.executor);
  const detail::ViewKernels& kernels = detail::kernels_for(detail::view_tables, options.isa);
  const detail::VisibleOutput output(visible, volumes.size(), objects.count);
  output.check_apart_from(objects);
  const detail::StridedObjects<K> strided(objects, detail::kernels_for(detail::stream_tables, options.isa));
  if (options.check == Check::inputs) detail::check_numbers(strided);
  output.clear();
  const std::size_t total =
      detail::cull_chunks<detail::StreamSurvivors<K>>({volumes, kernels, options, output, strided}, objects.count);
  output.finish(total);
  return total;
}

}  // namespace

template <class View>
std::size_t detail::cull_view(const VolumeSet& volumes, const View& view, const VisibleSets& visible,
                              const CullOptions& options) {
  if (options.check == Check::inputs) check_last_rows(view);
  return cull_streams(volumes, streams_of(view), visible, options);
}

template LOCKSTEP_API std::size_t cull(const VolumeSet&, const SphereView&, const VisibleSets&, const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const AabbView&, const VisibleSets&, const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const BoxView&, const VisibleSets&, const CullOptions&);
template LOCKSTEP_API std::size_t cull(const VolumeSet&, const TransformedBoxView&, const VisibleSets&,
                                       const CullOptions&);

}  // namespace lockstep
