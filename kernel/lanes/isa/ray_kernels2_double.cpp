// The ray cast kernels of the plane, in double lanes.
#include "lanes/rays/plane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::PlaneRayKernels ray_kernels2;
using enum detail::ClosedCast2;
const detail::PlaneRayKernels ray_kernels2 = {{ray_stage2<ShapeKind2::circle>, ray_stage2<ShapeKind2::capsule>,
                                               ray_stage2<ShapeKind2::box>, nullptr, nullptr, nullptr},
                                              {moving_stage2<two_circles>, moving_stage2<circle_to_capsule>,
                                               moving_stage2<capsule_to_circle>, moving_stage2<two_boxes>}};

}  // namespace lockstep::LOCKSTEP_ISA
