// The kernels that cull sets of shapes, in double lanes.
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/resolve_double.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind K>
void settle_records(const detail::RecordBatch& batch, detail::UndecidedQueries list) {
  settle_in_double(RecordLoader<K>{batch}, list);
}

}  // namespace

extern const detail::SetDoubleKernels set_kernels;
using enum RecordKind;
const detail::SetDoubleKernels set_kernels = {
    .settle = {settle_records<ball>, settle_records<aabb>, settle_records<box>, settle_records<capsule>,
               settle_records<quadric>, settle_records<hull>},
};

}  // namespace lockstep::LOCKSTEP_ISA
