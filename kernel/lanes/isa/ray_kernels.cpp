// The ray cast kernels: bounding boxes in float lanes, shapes in double lanes.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/rays/pick_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <int kind>
int hit(const detail::RayBatch& batch) {
  return in_wide_double::ray_kernels.of[kind](batch);
}

template <int cast>
int move(const detail::MovingBatch& batch) {
  return in_wide_double::ray_kernels.moving[cast](batch);
}

}  // namespace

extern const detail::RayKernels ray_kernels;
const detail::RayKernels ray_kernels = {
    {hit<0>, hit<1>, hit<2>, hit<3>, hit<4>, hit<5>}, {move<0>, move<1>, move<2>, move<3>}, pick_boxes};

}  // namespace lockstep::LOCKSTEP_ISA
