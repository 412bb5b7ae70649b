// Rays against triangles, in double lanes.
#include "lanes/rays/triangle_hits.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::TriangleDoubleKernels triangle_kernels;
const detail::TriangleDoubleKernels triangle_kernels = {triangle_stage};

}  // namespace lockstep::LOCKSTEP_ISA
