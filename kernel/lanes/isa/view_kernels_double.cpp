// The kernels that cull views, in double lanes.
#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/settle_double.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {  // each job has functions of these names

template <int Streams>
void settle_streams(const detail::StreamBatch& batch, detail::UndecidedQueries list) {
  settle_in_double(StreamLoader<Streams>{batch}, list);
}

}  // namespace

extern const detail::ViewDoubleKernels view_kernels;
const detail::ViewDoubleKernels view_kernels = {
    .settle = {settle_streams<4>, settle_streams<6>, settle_streams<10>, settle_streams<18>},
};

}  // namespace lockstep::LOCKSTEP_ISA
