// The element-by-element distance kernels: in double lanes, and in float lanes for callers with a tolerance.
#include "lanes/distance/element_distance.hpp"

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

extern const detail::ElementDistanceKernels element_distance_kernels;

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <ViewKind K>
int measure_elements(const detail::ElementDistanceBatch& batch) {
  if (batch.tolerance > 0) return element_distance_stage<K>(batch);
  return LOCKSTEP_WIDE_DOUBLE_ISA::element_distance_kernels.measure[static_cast<int>(K)](batch);
}

}  // namespace

extern const detail::ElementDistanceKernels element_distance_kernels;
using enum ViewKind;
const detail::ElementDistanceKernels element_distance_kernels = {
    .measure = {measure_elements<spheres>, measure_elements<aabbs>, nullptr, nullptr, measure_elements<capsules>},
};

}  // namespace lockstep::LOCKSTEP_ISA
