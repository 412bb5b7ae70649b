// Wavefront BVH traversal by rays, down to the triangles that they may hit, in float lanes: the nearest box first, and
// as many boxes or triangles at a time as there are lanes. Triangles that are left out are proven to be missed, or to
// be hit too late. Source: I. Wald, C. Benthin, S. Boulos, "Getting rid of packets", 2008.
//
// The form of the rays is computed with a ray in each lane (docs/numerics.md, section 15).
#pragma once

#include "lanes/rays/triangle_leaves.hpp"
#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRays;
using detail::TriangleTree;

/// A shorter motion along an axis counts as resting at the start.
inline constexpr Number least_step = 0x1p-126F;
/// Factors for reciprocals that cover all rounding errors.
inline constexpr Number near_share = 1 - 0x1p-20F, far_share = 1 + 0x1p-20F;

/// The numbers of W rays for slab tests along axis k.
inline void put_axis(const Real& from, const Real& by, unsigned k, std::size_t first, TriangleRays& to) {
  const Real infinite = __builtin_inff(), inverse = Real(1) / by;
  const Mask is_still = abs(by) < Real(least_step), is_back = by <= Real(-least_step);
  select(is_still, from + Real(least_step), from).store(to.near_from[k] + first);
  select(is_still, from - Real(least_step), from).store(to.far_from[k] + first);
  select(is_still, infinite, inverse * Real(near_share)).store(to.near_by[k] + first);
  select(is_still, infinite, inverse * Real(far_share)).store(to.far_by[k] + first);
  const auto fan = static_cast<std::uint32_t>(TriangleTree::fan);
  const Index low = k * fan, high = (3 + k) * fan;
  select(is_back, high, low).store(to.near_stream[k] + first),
      select(is_back, low, high).store(to.far_stream[k] + first);
}

/// A power of two that brings the largest of three numbers to 1 .. 2; a number from 2^127 on to 2 .. 4, one below
/// 2^-126 to less.
inline Real unit_of(const Real (&x)[3]) {
  const Real largest = max(max(abs(x[0]), abs(x[1])), abs(x[2]));
  return reciprocal_exponent(min(max(largest, Real(0x1p-126F)), Real(0x1.fffffep126F)));
}

/// See detail::TriangleKernels.
inline void start_triangle_rays(const float* rays, const std::uint32_t* selected, std::uint32_t count,
                                TriangleRays& to) {
  for (std::uint32_t first = 0; first < count; first += Real::width) {
    const auto numbers = [=](int i) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(i);
      return rays + std::size_t{6} * selected[at < count ? at : count - 1];
    };
    Quad front[1], back[1];
    load_rows(numbers, front), load_rows([=](int i) { return numbers(i) + 2; }, back);
    const Real from[3] = {front[0].x, front[0].y, front[0].z}, by[3] = {front[0].w, back[0].z, back[0].w};
    const Real unit = unit_of(by);
    unit.store(to.unit + first), (Real(1) / unit).store(to.end + first);
    for (unsigned k = 0; k < 3; ++k) {
      put_axis(from[k], by[k], k, first, to);
      from[k].store(to.origin[k] + first), (by[k] * unit).store(to.motion[k] + first);
    }
  }
}

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
