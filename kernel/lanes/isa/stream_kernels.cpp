// The kernels that read views.
#include "lanes/cull/place_objects.hpp"
#include "lanes/registers/split_rows.hpp"
#include "lanes/shapes/valid_objects.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::StreamKernels stream_kernels;
using enum ViewKind;
const detail::StreamKernels stream_kernels = {
    .split_rows = split_rows,
    .first_bad = {first_bad<spheres>, first_bad<aabbs>, first_bad<boxes>, first_bad<transformed_boxes>,
                  first_bad<capsules>, first_bad<circles>, first_bad<aabbs2>, first_bad<boxes2>, first_bad<capsules2>},
    .place = place_coordinates,
};

}  // namespace lockstep::LOCKSTEP_ISA
