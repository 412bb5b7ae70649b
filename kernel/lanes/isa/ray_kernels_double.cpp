// The kernels of rays, in double lanes.
#include "lanes/rays/ray_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::RayDoubleKernels ray_kernels;
const detail::RayDoubleKernels ray_kernels = {{ray_stage<RecordKind::ball>, ray_stage<RecordKind::aabb>,
                                               ray_stage<RecordKind::box>, ray_stage<RecordKind::capsule>,
                                               ray_stage<RecordKind::quadric>, nullptr}};

}  // namespace lockstep::LOCKSTEP_ISA
