// When a ray enters boxes, in float lanes, and which of eight boxes of a tree come next.
#pragma once

#include "lanes/registers/sort_eight.hpp"
#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRay;
using detail::TriangleTree;
using detail::TriangleWalks;

/// When W boxes are entered, at the earliest, and left.
struct BoxTimes {
  Real enter = Real(0), leave = Real(1);

  /// Between two planes across an axis, the one that the ray meets first. NaN, of what lies on the plane all the way,
  /// says nothing.
  void cut(const TriangleRay::Axis& axis, const Real& near, const Real& far) {
    enter = max((near - Real(axis.near_from)) * Real(axis.near_by), enter);
    leave = min((far - Real(axis.far_from)) * Real(axis.far_by), leave);
  }
  Mask met(const Real& limit) const { return enter <= min(leave, limit); }
};

/// Boxes around triangles themselves.
inline BoxTimes pass_triangles(const Vec (&corner)[3], const TriangleRay& ray) {
  const auto along = [](const Vec& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; };
  BoxTimes times;
  for (int k = 0; k < 3; ++k) {
    const Real p = along(corner[0], k), q = along(corner[1], k), r = along(corner[2], k);
    const Real low = min(min(p, q), r), high = max(max(p, q), r);
    const bool rises = ray.axis[k].near_stream < ray.axis[k].far_stream;
    times.cut(ray.axis[k], rises ? low : high, rises ? high : low);
  }
  return times;
}

/// Which boxes of a group are met before the limit; enter[i] is when, as sort_eight wants it.
inline unsigned met_boxes(const float* group, const TriangleRay& ray, float limit, float* enter) {
  static_assert(TriangleTree::fan == 8);
  unsigned all = 0;
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    BoxTimes times;
    for (const TriangleRay::Axis& axis : ray.axis)
      times.cut(axis, Real::load(group + axis.near_stream + i), Real::load(group + axis.far_stream + i));
    const Mask met = times.met(limit);
    (Real::width < 8 ? times.enter : select(met, times.enter, Real(-1))).store(enter + i);
    all |= bits(met) << i;
  }
  return all & ((1U << TriangleTree::fan) - 1);
}

/// What the number of a box says: which leaf it is around (level 0), or which group.
struct BoxPlace {
  std::uint32_t is_group, level, index;

  explicit BoxPlace(std::uint32_t number) : is_group(number / TriangleWalks::group) {
    const std::uint32_t above = number & (0U - is_group) * TriangleWalks::level;
    level = above % TriangleWalks::group / TriangleWalks::level, index = number - above;
  }
  /// Among leaves, or among groups of all levels: the first one of level 0 is number 0.
  [[nodiscard]] std::size_t position(const TriangleTree& tree) const {
    return std::size_t{tree.first_group[level - is_group]} + index;
  }
  /// The number of the first box in a group.
  [[nodiscard]] std::uint32_t first_below() const {
    const std::uint32_t above = TriangleWalks::group + (level - 1) * TriangleWalks::level;
    return (level == 1 ? 0 : above) + index * static_cast<std::uint32_t>(TriangleTree::fan);
  }
};

/// The boxes of the group on top that are met take its place, the one that is entered first on top.
inline void open_group(const TriangleTree& tree, const TriangleRay& ray, TriangleWalks::Walk& walk) {
  const BoxPlace top(walk.number[--walk.boxes]);
  float enter[TriangleTree::fan + Real::width];
  const unsigned met = met_boxes(tree.boxes + top.position(tree) * TriangleTree::group_floats, ray, walk.limit, enter);
  walk.boxes += sort_eight(enter, met, top.first_below(), walk.enter + walk.boxes, walk.number + walk.boxes);
}

}  // namespace lockstep::LOCKSTEP_ISA
