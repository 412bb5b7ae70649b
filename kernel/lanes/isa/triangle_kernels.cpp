// The kernels of rays on triangles: a tree of boxes in float lanes, and what is left over in double lanes.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/rays/triangle_walk.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

int hit_triangles(const detail::TriangleBatch& batch) { return in_wide_double::triangle_kernels.hit(batch); }

}  // namespace

extern const detail::TriangleKernels triangle_kernels;
const detail::TriangleKernels triangle_kernels = {walk_triangles, hit_triangles};

}  // namespace lockstep::LOCKSTEP_ISA
