// The ray cast kernels of the plane, all in double lanes.
#include "lanes/registers/lanes.hpp"
#include "table/ray_batch2.hpp"

namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA {

extern const detail::PlaneRayKernels ray_kernels2;

}  // namespace lockstep::LOCKSTEP_WIDE_DOUBLE_ISA

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <int kind>
int hit(const detail::RayBatch2& batch) {
  return LOCKSTEP_WIDE_DOUBLE_ISA::ray_kernels2.of[kind](batch);
}

template <int cast>
int move(const detail::MovingBatch2& batch) {
  return LOCKSTEP_WIDE_DOUBLE_ISA::ray_kernels2.moving[cast](batch);
}

}  // namespace

extern const detail::PlaneRayKernels ray_kernels2;
const detail::PlaneRayKernels ray_kernels2 = {{hit<0>, hit<1>, hit<2>, nullptr, nullptr, nullptr},
                                              {move<0>, move<1>, move<2>, move<3>}};

}  // namespace lockstep::LOCKSTEP_ISA
