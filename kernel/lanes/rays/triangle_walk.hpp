// The ways of rays down a tree of boxes to the triangles that they may hit, in float lanes: the nearest box first, as
// many boxes or triangles at a time as there are lanes. What is left out is proven to be missed, or to be hit too late.
// Source: I. Wald, C. Benthin, S. Boulos, "Getting rid of packets", 2008.
#pragma once

#include "lanes/rays/triangle_boxes.hpp"
#include "lanes/rays/triangle_form.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What is lost of a fraction where it underflows, by far.
inline constexpr Number lost_fraction = 0x1p-140F;

/// From now on what is met behind a fraction is of no account.
inline void end_at(float limit, TriangleWalks::Walk& walk) {
  walk.limit = limit;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < walk.boxes; ++i) {
    walk.enter[kept] = walk.enter[i], walk.number[kept] = walk.number[i];
    kept += walk.enter[i] <= limit ? 1U : 0U;
  }
  walk.boxes = kept;
}

/// Lists a triangle, if the ray sees it.
inline void list_triangle(const TriangleTree& tree, TriangleWalks& all, const detail::TriangleCandidate& candidate) {
  const auto& [ray, position, lower, upper] = candidate;
  if (all.groups != nullptr && (all.groups[tree.order[position]] & all.rays[ray].mask) == 0) return;
  all.found[all.found_count++] = candidate;
  TriangleWalks::Walk& walk = all.walk[ray];
  if (!all.every && upper < walk.limit) end_at(upper, walk);
  if (all.any && upper <= 1) walk.boxes = 0;
}

/// The leaf on top.
inline void look_into_leaf(const TriangleTree& tree, std::uint32_t number, TriangleWalks& all) {
  const TriangleRay& ray = all.rays[number];
  TriangleWalks::Walk& walk = all.walk[number];
  const std::uint32_t leaf = walk.number[--walk.boxes], first = leaf * static_cast<std::uint32_t>(TriangleTree::fan);
  const float* const corners = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  const Vec origin{ray.origin[0], ray.origin[1], ray.origin[2]}, motion{ray.motion[0], ray.motion[1], ray.motion[2]};
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * TriangleTree::fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const TriangleForm form(corner[0] - origin, corner[1] - corner[0], corner[2] - corner[0], motion, norm_1(motion));
    const Mask maybe = !form.missed(ray.end);
    if (none(maybe)) continue;
    const BoxTimes times = pass_triangles(corner, ray);
    const Real lower = max(form.lower() * Real(ray.unit) - Real(lost_fraction), times.enter);
    const Real upper = form.upper() * Real(ray.unit) + Real(lost_fraction);
    float lowers[Real::width], uppers[Real::width];
    lower.store(lowers);
    select(form.hit() & (upper <= Real(1)), upper, Real(__builtin_inff())).store(uppers);
    unsigned left = bits(maybe & times.met(Real(1)) & (lower <= Real(walk.limit)));
    for (; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      if (i + lane < TriangleTree::fan && first + i + lane < tree.valid)
        list_triangle(tree, all, {number, first + i + lane, lowers[lane], uppers[lane]});
    }
  }
}

/// Lists what a ray does next, if anything, and asks for its memory. Without a branch, as nobody could foresee it;
/// inlined in any case, as g++ may take a call of what prefetches for one that does nothing.
[[gnu::always_inline]] inline void go_on(const TriangleTree& tree, std::uint32_t ray, TriangleWalks& all) {
  const TriangleWalks::Walk& walk = all.walk[ray];
  const std::uint32_t is_live = walk.boxes != 0;
  const BoxPlace next(walk.number[walk.boxes - is_live]);
  all.open[all.opens] = ray, all.opens += is_live & next.is_group;
  all.look[all.looks] = ray, all.looks += is_live & ~next.is_group;
  const float* const memory[2] = {tree.corners, tree.boxes};
  static constexpr std::size_t floats[2] = {TriangleTree::leaf_floats, TriangleTree::group_floats};
  const float* const at = memory[next.is_group] + next.position(tree) * floats[next.is_group];
  for (unsigned i = 0; i < TriangleTree::leaf_floats; i += 16) __builtin_prefetch(at + i);
}

/// All rays in turn, step by step: each to its next box, then those that are at a leaf into it.
[[gnu::flatten]] inline void walk_triangles(const TriangleTree& tree, TriangleWalks& all) {
  const auto has_room = [&] {
    return all.found_count + all.looks * static_cast<std::uint32_t>(TriangleTree::fan) <= TriangleWalks::room;
  };
  while (all.opens + all.looks != 0) {
    const std::uint32_t opens = all.opens;
    all.opens = 0;
    for (std::uint32_t i = 0; i < opens; ++i) {
      const std::uint32_t ray = all.open[i];
      open_group(tree, all.rays[ray], all.walk[ray]);
      go_on(tree, ray, all);
    }
    if (!has_room()) return;
    const std::uint32_t looks = all.looks;
    all.looks = 0;
    for (std::uint32_t i = 0; i < looks; ++i) {
      const std::uint32_t ray = all.look[i];
      look_into_leaf(tree, ray, all);
      go_on(tree, ray, all);
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
