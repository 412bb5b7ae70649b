// The element-by-element intersection kernels.
#include "lanes/pairs/element_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::ElementKernels element_kernels;
using enum ViewKind;
const detail::ElementKernels element_kernels = {
    .decide = {element_stage<spheres>, element_stage<aabbs>, element_stage<boxes>, nullptr, element_stage<capsules>,
               element_stage<circles>, element_stage<aabbs2>, element_stage<boxes2>, element_stage<capsules2>},
};

}  // namespace lockstep::LOCKSTEP_ISA
