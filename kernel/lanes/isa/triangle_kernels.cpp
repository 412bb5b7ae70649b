// The kernels of triangles in a BVH, in float lanes: rays, whose undecided rest goes to double lanes, and shapes.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/rays/triangle_traversal.hpp"
#include "lanes/world/triangle_overlaps.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

int hit_triangles(const detail::TriangleBatch& batch) { return in_wide_double::triangle_kernels.hit(batch); }

}  // namespace

extern const detail::TriangleKernels triangle_kernels;
const detail::TriangleKernels triangle_kernels = {start_triangle_rays, traverse_triangles, hit_triangles,
                                                  search_triangles, leaf_overlaps};

}  // namespace lockstep::LOCKSTEP_ISA
