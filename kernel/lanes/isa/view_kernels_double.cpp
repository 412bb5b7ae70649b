// The kernels that cull views, in double lanes.
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/resolve_double.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // other kernel files use the same names

template <ViewKind K>
void resolve_streams(const detail::StreamBatch& batch, detail::UndecidedQueries list) {
  resolve_in_double(StreamLoader<K>{batch}, list);
}

}  // namespace

extern const detail::ViewDoubleKernels view_kernels;
using enum ViewKind;
const detail::ViewDoubleKernels view_kernels = {
    .resolve = {resolve_streams<spheres>, resolve_streams<aabbs>, resolve_streams<boxes>,
                resolve_streams<transformed_boxes>},
};

}  // namespace lockstep::LOCKSTEP_ISA
