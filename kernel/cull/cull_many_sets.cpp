// Frustum culling of sets of shapes against many volumes, kind by kind.
#include "base/call.hpp"
#include "cull/cull_many.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

template <>
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const ShapeSet& objects, const VisibleSets& visible,
                              const CullOptions& options) {
  const detail::Call call(options.executor);
  const detail::SetKernels& kernels = detail::kernels_for(detail::set_tables, options.isa);
  const detail::VisibleOutput output(visible, volumes.size(), objects.size());
  output.clear();
  std::size_t total = 0;
  for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
    if (objects.store().count_of_kind[kind] == 0) continue;
    const detail::RecordsOfKind records{objects.store().view_with_positions(), kind};
    total += detail::cull_chunks<detail::RecordSurvivors>({volumes, kernels, options, output, records}, objects.size());
  }
  output.finish(total);
  return total;
}

}  // namespace lockstep
