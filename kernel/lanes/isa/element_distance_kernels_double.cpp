// The element-by-element distance kernels, in double lanes.
#include "lanes/distance/element_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::ElementDistanceKernels element_distance_kernels;
using enum ViewKind;
const detail::ElementDistanceKernels element_distance_kernels = {
    .measure = {element_distance_stage<spheres>, element_distance_stage<aabbs>, nullptr, nullptr,
                element_distance_stage<capsules>},
};

}  // namespace lockstep::LOCKSTEP_ISA
