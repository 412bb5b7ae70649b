// The kernels of kept worlds.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/world/bits_by_index.hpp"
#include "lanes/world/cull_blocks.hpp"
#include "lanes/world/kd_sort.hpp"
#include "lanes/world/nearest_traversal.hpp"
#include "lanes/world/overlap_blocks.hpp"
#include "lanes/world/ray_entries.hpp"
#include "lanes/world/ray_step.hpp"
#include "lanes/world/refit_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

namespace {

template <ViewKind K>
void cull_world(const WorldCullBatch& batch) {
  cull_blocks<K>(batch, in_double::view_kernels.resolve[static_cast<int>(K)]);
}

}  // namespace

extern const detail::WorldKernels world_kernels;
using enum ViewKind;
using enum OverlapQueryKind;
const detail::WorldKernels world_kernels = {
    .split = {.bound = bound_places, .cut = find_split, .count = count_at_cut, .move = move_sides, .sort = sort_kd},
    .refit = {refit_blocks<spheres>, refit_blocks<aabbs>},
    .refit_stream = refit_stream,
    .refit_boxes = refit_boxes,
    .put_nodes = put_nodes,
    .bound_nodes = bound_nodes,
    .cull = {cull_world<spheres>, cull_world<aabbs>},
    .bits_by_index = bits_by_index,
    .squares_to_boxes = squares_to_boxes,
    .within = {within_reach<spheres>, within_reach<aabbs>},
    .distances = {distances_to<spheres>, distances_to<aabbs>},
    .list_near = {list_near<spheres>, list_near<aabbs>},
    .in_double = in_wide_double::world_kernels,
    .step_rays = {step_rays<SeenByBoxes<spheres>>, step_rays<SeenByBoxes<aabbs>>},
    .step_rays_at_balls = step_rays<SeenAlongLine>,
    .enter = {enter_objects<spheres>, enter_objects<aabbs>},
    .overlapping_boxes = overlapping_boxes,
    .overlaps = {{overlap_stage<sphere, spheres>, overlap_stage<sphere, aabbs>},
                 {overlap_stage<aabb, spheres>, overlap_stage<aabb, aabbs>},
                 {overlap_stage<boxed, spheres>, overlap_stage<boxed, aabbs>}},
};

}  // namespace lockstep::LOCKSTEP_ISA
