// The kernels of kept worlds, in double lanes.
#include "lanes/world/ray_start.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::WorldDoubleKernels world_kernels;
const detail::WorldDoubleKernels world_kernels = {
    start_rays, {start_rays_at<detail::ViewKind::spheres>, start_rays_at<detail::ViewKind::aabbs>}};

}  // namespace lockstep::LOCKSTEP_ISA
