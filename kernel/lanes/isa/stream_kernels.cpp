// The kernels that read views.
#include "lanes/cull/valid_objects.hpp"
#include "lanes/registers/split_rows.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::StreamKernels stream_kernels;
using enum ViewKind;
const detail::StreamKernels stream_kernels = {
    .split_rows = split_rows,
    .first_bad = {first_bad<spheres>, first_bad<aabbs>, first_bad<boxes>, first_bad<transformed_boxes>},
};

}  // namespace lockstep::LOCKSTEP_ISA
