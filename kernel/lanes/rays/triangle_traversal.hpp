// Wavefront BVH traversal by rays, down to the triangles that they may hit, in float lanes: the nearest box first, and
// as many boxes or triangles at a time as there are lanes. Triangles that are left out are proven to be missed, or to
// be hit too late. Source: I. Wald, C. Benthin, S. Boulos, "Getting rid of packets", 2008.
#pragma once

#include "lanes/rays/triangle_leaves.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Pops the next box of a ray, if its stack has one, appends the ray to the list for groups or for leaves, and
/// prefetches the box's memory; behind a group also the next one, which is mostly needed as well. Without a branch,
/// which would be mispredicted. Always inlined: g++ may remove calls of functions that only prefetch.
[[gnu::always_inline]] inline void pop_next(const TriangleTree& tree, std::uint32_t ray, TriangleTraversal& all) {
  const std::uint32_t is_live = all.waiting[ray] != 0;
  all.waiting[ray] -= is_live;
  const NodeRef next(all.open_box(ray));
  const std::uint32_t is_group = is_live & next.is_group;
  all.at_group[all.at_group_count] = ray, all.at_group_count += is_group;
  all.at_leaf[all.at_leaf_count] = ray, all.at_leaf_count += is_live - is_group;
  const float* const memory[2] = {tree.corners, tree.boxes};
  static constexpr std::size_t floats[2] = {TriangleTree::leaf_floats, TriangleTree::group_floats};
  const float* const at = memory[next.is_group] + next.position(tree) * floats[next.is_group];
  for (unsigned i = 0; i < TriangleTree::leaf_floats; i += 16) __builtin_prefetch(at + i);
}

/// All rays with an open group take a step, one stage after the other, because each stage depends on the one before and
/// there is little instruction-level parallelism within a ray. The rays that go on overwrite the list from its front.
inline void open_groups(const TriangleTree& tree, TriangleTraversal& all) {
  const std::uint32_t count = all.at_group_count;
  MetBoxes boxes;
  fill_up(all.at_group, count);
  for (std::uint32_t at = 0; at < count; at += groups_of_8) meet_boxes(tree, all, all.at_group, at, boxes);
  for (std::uint32_t at = 0; at < count; at += groups_of_8) push_boxes(all.at_group, at, boxes, all);
  all.at_group_count = 0;
  for (std::uint32_t at = 0; at < count; ++at) pop_next(tree, all.at_group[at], all);
}
/// Most leaves contain nothing that their ray may hit; a branch for each would be mispredicted.
inline void intersect_leaves(const TriangleTree& tree, TriangleTraversal& all) {
  const std::uint32_t count = all.at_leaf_count;
  fill_up(all.at_leaf, count);
  std::uint32_t found[TriangleTraversal::most_rays + TriangleTraversal::padding];
  const std::uint32_t* hitting = all.at_leaf;
  std::uint32_t end = count;
  if (Real::width >= 8 && count > groups_of_8)
    end = find_hitting(tree, all, all.at_leaf, count, found), hitting = found;
  for (std::uint32_t at = 0; at < end; at += groups_of_8) intersect_some_leaves(tree, hitting + at, end - at, all);
  all.at_leaf_count = 0;
  for (std::uint32_t at = 0; at < count; ++at) pop_next(tree, all.at_leaf[at], all);
}

/// All rays in turn, step by step: each opens its next group, then those with a leaf intersect it.
[[gnu::flatten]] inline void traverse_triangles(const TriangleTree& tree, TriangleTraversal& all) {
  const auto has_room = [&] {
    return all.found_count + all.at_leaf_count * static_cast<std::uint32_t>(TriangleTree::fan) <=
           TriangleTraversal::room;
  };
  while (!all.are_done()) {
    open_groups(tree, all);
    if (!has_room()) return;  // the next call continues with the lists
    intersect_leaves(tree, all);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
