// Slab tests of rays against nodes of a BVH, in float lanes, and the front-to-back order of the eight boxes of a node.
#pragma once

#include "lanes/registers/groups_of_8.hpp"
#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRays;
using detail::TriangleTraversal;
using detail::TriangleTree;

static_assert(TriangleTree::fan == 8);
static_assert(TriangleTraversal::padding >= Real::width && TriangleRays::most % Real::width == 0);

/// Pads the last groups of a list of rays with copies of its last ray.
inline void fill_up(std::uint32_t* list, std::uint32_t count) {
  for (unsigned k = 0; k + 1 < groups_of_8 && count != 0; ++k) list[count + k] = list[count - 1];
}

/// Rays of a list, one for each eight lanes.
struct RaysInEights {
  const TriangleRays& rays;
  std::uint32_t number[groups_of_8];

  RaysInEights(const TriangleTraversal& all, const std::uint32_t* list) : rays(*all.rays) {
    for (unsigned k = 0; k < groups_of_8; ++k) number[k] = list[k];
  }
  /// Gathers numbers of these rays from those of all rays.
  [[nodiscard]] Real of(const float* numbers) const {
    const float* at[groups_of_8];
    for (unsigned k = 0; k < groups_of_8; ++k) at[k] = numbers + number[k];
    return spread_to_groups_of_8(at);
  }
  template <std::size_t Most>
  [[nodiscard]] Vec of(const float (&numbers)[3][Most]) const {
    return {of(numbers[0]), of(numbers[1]), of(numbers[2])};
  }
};

/// Bounds of the fractions at which boxes are entered and left.
struct BoxTimes {
  Real enter = Real(0), leave = Real(1);

  /// Clips to the slab between two planes across axis k, the near one first. NaN, which comes from a ray within a
  /// plane, leaves the bounds as they are.
  void cut(const RaysInEights& some, unsigned k, const Real& near, const Real& far) {
    const TriangleRays& rays = some.rays;
    enter = max((near - some.of(rays.near_from[k])) * some.of(rays.near_by[k]), enter);
    leave = min((far - some.of(rays.far_from[k])) * some.of(rays.far_by[k]), leave);
  }
  Mask met(const Real& limit) const { return enter <= min(leave, limit); }
};

/// A decoded box number: the leaf that the box is around (level 0), or the group.
struct NodeRef {
  std::uint32_t is_group, level, index;

  explicit NodeRef(std::uint32_t number) : is_group(number / TriangleTraversal::group) {
    const std::uint32_t above = number & (0U - is_group) * TriangleTraversal::level;
    level = above % TriangleTraversal::group / TriangleTraversal::level, index = number - above;
  }
  /// The position among leaves, or among groups of all levels: the first group of level 0 has position 0.
  [[nodiscard]] std::size_t position(const TriangleTree& tree) const {
    return std::size_t{tree.first_group[level - is_group]} + index;
  }
  /// The number of the first box in a group.
  [[nodiscard]] std::uint32_t first_below() const {
    const std::uint32_t above = TriangleTraversal::group + (level - 1) * TriangleTraversal::level;
    return (level == 1 ? 0 : above) + index * static_cast<std::uint32_t>(TriangleTree::fan);
  }
};

/// The open groups of the rays of a list, by place in the list: the entry fractions of their boxes, in the form for
/// sort_groups_of_8, the boxes met before the limit, and the number of the first box.
struct MetBoxes {
  alignas(64) float enter[TriangleTraversal::most_rays * TriangleTree::fan + TriangleTraversal::padding];
  std::uint32_t met[TriangleTraversal::most_rays + TriangleTraversal::padding];
  std::uint32_t first[TriangleTraversal::most_rays + TriangleTraversal::padding];
};

/// Tests the open groups of the rays of a list from place `at` on, one ray per eight lanes.
inline void meet_boxes(const TriangleTree& tree, const TriangleTraversal& all, const std::uint32_t* list,
                       std::uint32_t at, MetBoxes& boxes) {
  const RaysInEights some(all, list + at);
  const float* group[groups_of_8];
  for (unsigned k = 0; k < groups_of_8; ++k) {
    const NodeRef node(all.open_box(some.number[k]));
    group[k] = tree.boxes + node.position(tree) * TriangleTree::group_floats;
    boxes.first[at + k] = node.first_below(), boxes.met[at + k] = 0;
  }
  float* const enter = boxes.enter + std::size_t{at} * TriangleTree::fan;
  for (unsigned i = 0; i < TriangleTree::fan; i += lanes_of_group) {
    const auto planes = [&](const std::uint32_t* stream) {
      const float* from[groups_of_8];
      for (unsigned k = 0; k < groups_of_8; ++k) from[k] = group[k] + stream[some.number[k]] + i;
      return load_groups_of_8(from);
    };
    BoxTimes times;
    for (unsigned k = 0; k < 3; ++k)
      times.cut(some, k, planes(some.rays.near_stream[k]), planes(some.rays.far_stream[k]));
    const Mask met = times.met(some.of(all.limit));
    (Real::width < 8 ? times.enter : select(met, times.enter, Real(-1))).store(enter + i);
    for (unsigned k = 0; k < groups_of_8; ++k) boxes.met[at + k] |= (bits(met) >> 8 * k & 0xffU) << i;
  }
}

/// Replaces the open groups on the stacks by the boxes that were met; the one that is entered first is on top.
inline void push_boxes(const std::uint32_t* list, std::uint32_t at, const MetBoxes& met, TriangleTraversal& all) {
  SortedGroup to[groups_of_8];
  std::uint32_t waiting[groups_of_8];
  for (unsigned k = 0; k < groups_of_8; ++k) {
    const std::uint32_t ray = list[at + k];
    waiting[k] = all.waiting[ray];
    to[k] = {all.boxes[ray].enter + waiting[k], all.boxes[ray].number + waiting[k], met.first[at + k]};
  }
  const GroupCounts counts = sort_groups_of_8(met.enter + std::size_t{at} * TriangleTree::fan, met.met + at, to);
  for (unsigned k = 0; k < groups_of_8; ++k) all.waiting[list[at + k]] = waiting[k] + counts.of[k];
}

}  // namespace lockstep::LOCKSTEP_ISA
