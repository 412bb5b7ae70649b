// The kernels that cull sets of shapes.
#include "lanes/cull/cell_ranges_stage.hpp"
#include "lanes/cull/cull_stages.hpp"
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/sphere_cells_stage.hpp"
#include "lanes/isa/double_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind K>
void cull_records(const detail::RecordBatch& batch) {
  HullScratch scratch;
  const RecordLoader<K> loader{batch, &scratch};
  cull(loader, loader, in_double::set_kernels.resolve[static_cast<int>(K)]);
}

template <RecordKind K>
void resolve_records(const detail::RecordBatch& batch, detail::UndecidedQueries list) {
  HullScratch scratch;
  cull_listed(RecordLoader<K>{batch, &scratch}, list, in_double::set_kernels.resolve[static_cast<int>(K)]);
}

template <RecordKind K>
void assign_records(const detail::RecordBatch& batch, const detail::GridAxis (&axes)[3], detail::PartRange* out) {
  cell_ranges_stage(RecordLoader<K>{batch}, axes, out);
}

}  // namespace

extern const detail::SetKernels set_kernels;
using enum RecordKind;
const detail::SetKernels set_kernels = {
    .cull = {cull_records<sphere>, cull_records<aabb>, cull_records<box>, cull_records<capsule>, cull_records<quadric>,
             cull_records<hull>},
    .resolve = {resolve_records<sphere>, resolve_records<aabb>, resolve_records<box>, resolve_records<capsule>,
                resolve_records<quadric>, resolve_records<hull>},
    .assign_cells = {assign_records<sphere>, assign_records<aabb>, assign_records<box>, assign_records<capsule>,
                     assign_records<quadric>, assign_records<hull>},
    .touch_cells = sphere_cells_stage,
};

}  // namespace lockstep::LOCKSTEP_ISA
