// The ray cast kernels, in double lanes.
#include "lanes/rays/hull_rays.hpp"
#include "lanes/rays/moving_stage.hpp"
#include "lanes/rays/ray_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::RayDoubleKernels ray_kernels;
using enum detail::ClosedCast;
const detail::RayDoubleKernels ray_kernels = {
    {ray_stage<RecordKind::sphere>, ray_stage<RecordKind::aabb>, ray_stage<RecordKind::box>,
     ray_stage<RecordKind::capsule>, ray_stage<RecordKind::quadric>, hull_ray_stage},
    {moving_stage<two_balls>, moving_stage<ball_to_capsule>, moving_stage<capsule_to_ball>, moving_stage<two_aabbs>}};

}  // namespace lockstep::LOCKSTEP_ISA
