// The way of a ray down a tree of boxes to the triangles that it may hit, in float lanes: the nearest box first, as many
// boxes or triangles at a time as there are lanes. What is left out is proven to be missed, or to be hit too late.
// Source: I. Wald, C. Benthin, S. Boulos, "Getting rid of packets", 2008.
#pragma once

#include "lanes/rays/triangle_form.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleTree;
using detail::TriangleWalk;

/// What is lost of a fraction where it underflows, by far.
inline constexpr Number lost_fraction = 0x1p-140F;

/// A ray, the same in all lanes.
struct LaneWalk {
  Real near_from[3], far_from[3], near_by[3], far_by[3];
  Vec origin, motion;
  Real motion_norm, unit, end;

  explicit LaneWalk(const TriangleWalk& walk)
      : origin{walk.origin[0], walk.origin[1], walk.origin[2]},
        motion{walk.motion[0], walk.motion[1], walk.motion[2]},
        motion_norm(norm_1(motion)),
        unit(walk.unit),
        end(1 / walk.unit) {
    for (int k = 0; k < 3; ++k) {
      near_from[k] = walk.axis[k].near_from, far_from[k] = walk.axis[k].far_from;
      near_by[k] = walk.axis[k].near_by, far_by[k] = walk.axis[k].far_by;
    }
  }
};

/// When W boxes are entered, at the earliest, and left.
struct BoxTimes {
  Real enter = Real(0), leave = Real(1);

  /// Between two planes across axis k, the one that the ray meets first. NaN, of what lies on the plane all the way,
  /// says nothing.
  void cut(const LaneWalk& ray, int k, const Real& near, const Real& far) {
    enter = max((near - ray.near_from[k]) * ray.near_by[k], enter);
    leave = min((far - ray.far_from[k]) * ray.far_by[k], leave);
  }
  Mask met(const Real& limit) const { return (enter <= leave) & (enter <= limit); }
};

/// Which boxes of a group are met before the limit; enter[i] is when.
inline unsigned met_boxes(const float* group, const TriangleWalk& walk, const LaneWalk& ray, float* enter) {
  unsigned met = 0;
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    BoxTimes times;
    for (int k = 0; k < 3; ++k)
      times.cut(ray, k, Real::load(group + walk.axis[k].near_stream + i),
                Real::load(group + walk.axis[k].far_stream + i));
    times.enter.store(enter + i);
    met |= bits(times.met(Real(walk.limit))) << i;
  }
  return met & ((1U << TriangleTree::fan) - 1);
}

/// Boxes around triangles themselves.
inline BoxTimes pass_triangles(const Vec (&corner)[3], const TriangleWalk& walk, const LaneWalk& ray) {
  const auto along = [](const Vec& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; };
  BoxTimes times;
  for (int k = 0; k < 3; ++k) {
    const Real p = along(corner[0], k), q = along(corner[1], k), r = along(corner[2], k);
    const Real low = min(min(p, q), r), high = max(max(p, q), r);
    const bool rises = walk.axis[k].near_stream < walk.axis[k].far_stream;
    times.cut(ray, k, rises ? low : high, rises ? high : low);
  }
  return times;
}

/// Lists a triangle that the ray may hit, if it sees it.
inline void list_triangle(const TriangleTree& tree, TriangleWalk& walk, const detail::TriangleCandidate& candidate) {
  if (walk.groups != nullptr && (walk.groups[tree.order[candidate.position]] & walk.mask) == 0) return;
  walk.found[walk.found_count++] = candidate;
  if (candidate.upper < walk.limit) walk.limit = candidate.upper;
  if (walk.any && candidate.upper <= 1) walk.entries = 0;
}

/// Lists those of a leaf.
inline void look_into_leaf(const TriangleTree& tree, TriangleWalk& walk, const LaneWalk& ray, std::uint32_t leaf) {
  const float* const corners = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  const std::uint32_t first = leaf * static_cast<std::uint32_t>(TriangleTree::fan);
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * TriangleTree::fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const TriangleForm form(corner[0] - ray.origin, corner[1] - corner[0], corner[2] - corner[0], ray.motion,
                            ray.motion_norm);
    const Mask maybe = !form.missed(ray.end);
    if (none(maybe)) continue;
    const BoxTimes times = pass_triangles(corner, walk, ray);
    const Real lower = max(form.lower() * ray.unit - Real(lost_fraction), times.enter);
    const Real upper = form.upper() * ray.unit + Real(lost_fraction);
    float lowers[Real::width], uppers[Real::width];
    lower.store(lowers);
    select(form.hit() & (upper <= Real(1)), upper, Real(__builtin_inff())).store(uppers);
    unsigned left = bits(maybe & times.met(Real(1)) & (lower <= Real(walk.limit)));
    for (; left != 0; left &= left - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      if (i + lane < TriangleTree::fan && first + i + lane < tree.valid)
        list_triangle(tree, walk, {first + i + lane, lowers[lane], uppers[lane]});
    }
  }
}

/// The boxes of a group that are met go on top of those that are still to be opened, the nearest last.
inline void open_group(const TriangleTree& tree, TriangleWalk& walk, const LaneWalk& ray, std::uint32_t index,
                       std::uint32_t level) {
  float enter[TriangleTree::fan + Real::width];
  const std::size_t group = tree.first_group[level] + std::size_t{index};
  unsigned left = met_boxes(tree.boxes + group * TriangleTree::group_floats, walk, ray, enter);
  const std::uint32_t bottom = walk.entries;
  for (; left != 0; left &= left - 1) {
    const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
    std::uint32_t at = walk.entries++;
    for (; at > bottom && walk.entry[at - 1].enter < enter[i]; --at) walk.entry[at] = walk.entry[at - 1];
    walk.entry[at] = {enter[i], index * static_cast<std::uint32_t>(TriangleTree::fan) + i, level};
  }
}

[[gnu::flatten]] inline void walk_triangles(const TriangleTree& tree, TriangleWalk& walk) {
  const LaneWalk ray(walk);
  while (walk.entries != 0 && walk.found_count + TriangleTree::fan <= TriangleWalk::room) {
    const TriangleWalk::Entry entry = walk.entry[--walk.entries];
    if (!(entry.enter <= walk.limit)) continue;
    if (entry.level == 0)
      look_into_leaf(tree, walk, ray, entry.index);
    else
      open_group(tree, walk, ray, entry.index, entry.level - 1);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
