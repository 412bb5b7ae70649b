// The kernels that cull views.
#include "lanes/cull/cell_ranges_stage.hpp"
#include "lanes/cull/cull_stages.hpp"
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/sphere_cells_stage.hpp"
#include "lanes/isa/double_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

/// In place of double lanes.
void leave_open(const detail::StreamBatch& batch, detail::UndecidedQueries undecided) {
  __builtin_memcpy(batch.open + *batch.open_count, undecided.position,
                   static_cast<std::size_t>(undecided.count) * sizeof(std::uint32_t));
  *batch.open_count += undecided.count;
}

template <ViewKind K>
void cull_streams(const detail::StreamBatch& batch) {
  const StreamLoader<K> loader{batch};
  const auto in_double = batch.open != nullptr ? leave_open : in_double::view_kernels.resolve[static_cast<int>(K)];
  if (batch.bad != nullptr) return cull(CheckedLoader<K>{batch}, loader, in_double);
  cull(loader, loader, in_double);
}

template <ViewKind K>
void resolve_streams(const detail::StreamBatch& batch, detail::UndecidedQueries list) {
  cull_listed(StreamLoader<K>{batch}, list, in_double::view_kernels.resolve[static_cast<int>(K)]);
}

template <ViewKind K>
void assign_streams(const detail::StreamBatch& batch, const detail::GridAxis (&axes)[3], detail::PartRange* out) {
  cell_ranges_stage(StreamLoader<K>{batch}, axes, out);
}

}  // namespace

extern const detail::ViewKernels view_kernels;
using enum ViewKind;
const detail::ViewKernels view_kernels = {
    .cull = {cull_streams<spheres>, cull_streams<aabbs>, cull_streams<boxes>, cull_streams<transformed_boxes>},
    .resolve = {resolve_streams<spheres>, resolve_streams<aabbs>, resolve_streams<boxes>,
                resolve_streams<transformed_boxes>},
    .assign_cells = {assign_streams<spheres>, assign_streams<aabbs>, assign_streams<boxes>,
                     assign_streams<transformed_boxes>},
    .touch_cells = sphere_cells_stage,
};

}  // namespace lockstep::LOCKSTEP_ISA
