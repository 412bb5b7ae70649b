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
  std::uint32_t near_stream[3], far_stream[3];
  Vec origin, motion;
  Real motion_norm, unit, end;

  explicit LaneWalk(const TriangleWalk& walk)
      : origin{walk.origin[0], walk.origin[1], walk.origin[2]},
        motion{walk.motion[0], walk.motion[1], walk.motion[2]},
        motion_norm(norm_1(motion)),
        unit(walk.unit),
        end(1 / walk.unit) {
    for (int k = 0; k < 3; ++k) {
      const TriangleWalk::Axis& axis = walk.axis[k];
      near_from[k] = axis.near_from, far_from[k] = axis.far_from, near_by[k] = axis.near_by, far_by[k] = axis.far_by;
      near_stream[k] = axis.near_stream, far_stream[k] = axis.far_stream;
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
  Mask met(const Real& limit) const { return enter <= min(leave, limit); }
};

/// Which boxes of a group are met before the limit; enter[i] is when.
inline unsigned met_boxes(const float* group, const LaneWalk& ray, float limit, float* enter) {
  unsigned met = 0;
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    BoxTimes times;
    for (int k = 0; k < 3; ++k)
      times.cut(ray, k, Real::load(group + ray.near_stream[k] + i), Real::load(group + ray.far_stream[k] + i));
    times.enter.store(enter + i);
    met |= bits(times.met(Real(limit))) << i;
  }
  return met & ((1U << TriangleTree::fan) - 1);
}

/// Boxes around triangles themselves.
inline BoxTimes pass_triangles(const Vec (&corner)[3], const LaneWalk& ray) {
  const auto along = [](const Vec& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; };
  BoxTimes times;
  for (int k = 0; k < 3; ++k) {
    const Real p = along(corner[0], k), q = along(corner[1], k), r = along(corner[2], k);
    const Real low = min(min(p, q), r), high = max(max(p, q), r);
    const bool rises = ray.near_stream[k] < ray.far_stream[k];
    times.cut(ray, k, rises ? low : high, rises ? high : low);
  }
  return times;
}

/// The search of one ray, with what changes on the way at hand.
class WalkDown {
 public:
  WalkDown(const TriangleTree& tree, TriangleWalk& walk)
      : tree_(tree), walk_(walk), ray_(walk), entries_(walk.entries), found_(walk.found_count), limit_(walk.limit) {}

  void run() {
    while (entries_ != 0 && found_ + TriangleTree::fan <= TriangleWalk::room) {
      TriangleWalk::Entry entry = walk_.entry[--entries_];
      if (!(entry.enter <= limit_)) continue;
      while (entry.level != 0 && open_group(entry)) {
      }
      if (entry.level == 0) look_into_leaf(entry.index);
    }
    walk_.entries = entries_, walk_.found_count = found_, walk_.limit = limit_;
  }

 private:
  bool open_group(TriangleWalk::Entry& entry);
  void look_into_leaf(std::uint32_t leaf);
  void list_triangle(const detail::TriangleCandidate& candidate);

  const TriangleTree& tree_;
  TriangleWalk& walk_;
  const LaneWalk ray_;
  std::uint32_t entries_, found_;
  float limit_;
};

/// Goes on with the nearest box of the group that is met, if any; the others wait, the nearest of them on top.
inline bool WalkDown::open_group(TriangleWalk::Entry& entry) {
  float enter[TriangleTree::fan + Real::width];
  const std::uint32_t level = entry.level - 1;
  const std::size_t group = tree_.first_group[level] + std::size_t{entry.index};
  const std::uint32_t first = entry.index * static_cast<std::uint32_t>(TriangleTree::fan);
  unsigned left = met_boxes(tree_.boxes + group * TriangleTree::group_floats, ray_, limit_, enter);
  if (left == 0) return false;
  const auto next = [&] {
    const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
    left &= left - 1;
    return TriangleWalk::Entry{enter[i], first + i, level};
  };
  entry = next();
  const std::uint32_t bottom = entries_;
  while (left != 0) {
    TriangleWalk::Entry waits = next();
    if (waits.enter < entry.enter) {
      const TriangleWalk::Entry nearest = waits;
      waits = entry, entry = nearest;
    }
    std::uint32_t at = entries_++;
    for (; at > bottom && walk_.entry[at - 1].enter < waits.enter; --at) walk_.entry[at] = walk_.entry[at - 1];
    walk_.entry[at] = waits;
  }
  return true;
}

/// If the ray sees it.
inline void WalkDown::list_triangle(const detail::TriangleCandidate& candidate) {
  if (walk_.groups != nullptr && (walk_.groups[tree_.order[candidate.position]] & walk_.mask) == 0) return;
  walk_.found[found_++] = candidate;
  if (candidate.upper < limit_) limit_ = candidate.upper;
  if (walk_.any && candidate.upper <= 1) entries_ = 0;
}

inline void WalkDown::look_into_leaf(std::uint32_t leaf) {
  const float* const corners = tree_.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  const std::uint32_t first = leaf * static_cast<std::uint32_t>(TriangleTree::fan);
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * TriangleTree::fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const TriangleForm form(corner[0] - ray_.origin, corner[1] - corner[0], corner[2] - corner[0], ray_.motion,
                            ray_.motion_norm);
    const Mask maybe = !form.missed(ray_.end);
    if (none(maybe)) continue;
    const BoxTimes times = pass_triangles(corner, ray_);
    const Real lower = max(form.lower() * ray_.unit - Real(lost_fraction), times.enter);
    const Real upper = form.upper() * ray_.unit + Real(lost_fraction);
    float lowers[Real::width], uppers[Real::width];
    lower.store(lowers);
    select(form.hit() & (upper <= Real(1)), upper, Real(__builtin_inff())).store(uppers);
    unsigned left = bits(maybe & times.met(Real(1)) & (lower <= Real(limit_)));
    for (; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      if (i + lane < TriangleTree::fan && first + i + lane < tree_.valid)
        list_triangle({first + i + lane, lowers[lane], uppers[lane]});
    }
  }
}

[[gnu::flatten]] inline void walk_triangles(const TriangleTree& tree, TriangleWalk& walk) {
  WalkDown(tree, walk).run();
}

}  // namespace lockstep::LOCKSTEP_ISA
