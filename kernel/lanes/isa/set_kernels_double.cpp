// The kernels that cull sets of shapes, in double lanes.
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/resolve_double.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <RecordKind K>
void resolve_records(const detail::RecordBatch& batch, detail::UndecidedQueries list) {
  resolve_in_double(RecordLoader<K>{batch}, list);
}

}  // namespace

extern const detail::SetDoubleKernels set_kernels;
using enum RecordKind;
const detail::SetDoubleKernels set_kernels = {
    .resolve = {resolve_records<sphere>, resolve_records<aabb>, resolve_records<box>, resolve_records<capsule>,
                resolve_records<quadric>, resolve_records<hull>},
};

}  // namespace lockstep::LOCKSTEP_ISA
