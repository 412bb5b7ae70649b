// The kernels that read views.
#include "lanes/registers/split_rows.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::StreamKernels stream_kernels;
const detail::StreamKernels stream_kernels = {.split_rows = split_rows};

}  // namespace lockstep::LOCKSTEP_ISA
