// The ways of rays down a tree of boxes to the triangles that they may hit, in float lanes: the nearest box first, as
// many boxes or triangles at a time as there are lanes. What is left out is proven to be missed, or to be hit too late.
// Source: I. Wald, C. Benthin, S. Boulos, "Getting rid of packets", 2008.
#pragma once

#include "lanes/rays/triangle_form.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRay;
using detail::TriangleTree;
using detail::TriangleWalks;

/// What is lost of a fraction where it underflows, by far.
inline constexpr Number lost_fraction = 0x1p-140F;

/// A ray, the same in all lanes.
struct LaneWalk {
  Real near_from[3], far_from[3], near_by[3], far_by[3];
  std::uint32_t near_stream[3], far_stream[3];
  Vec origin, motion;
  Real motion_norm, unit, end;

  LaneWalk() = default;
  explicit LaneWalk(const TriangleRay& ray)
      : origin{ray.origin[0], ray.origin[1], ray.origin[2]},
        motion{ray.motion[0], ray.motion[1], ray.motion[2]},
        motion_norm(norm_1(motion)),
        unit(ray.unit),
        end(1 / ray.unit) {
    for (int k = 0; k < 3; ++k) {
      const TriangleRay::Axis& axis = ray.axis[k];
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

/// Goes on with the nearest box of the group that is met, if any; the others wait, the nearest of them on top.
inline bool open_group(const TriangleTree& tree, const LaneWalk& ray, TriangleWalks::Entry& entry,
                       TriangleWalks::Walk& walk) {
  float enter[TriangleTree::fan + Real::width];
  const std::uint32_t level = entry.level - 1, first = entry.index * static_cast<std::uint32_t>(TriangleTree::fan);
  const std::size_t group = tree.first_group[level] + std::size_t{entry.index};
  unsigned left = met_boxes(tree.boxes + group * TriangleTree::group_floats, ray, walk.limit, enter);
  if (left == 0) return false;
  const auto next = [&] {
    const auto i = static_cast<std::uint32_t>(__builtin_ctz(left));
    left &= left - 1;
    return TriangleWalks::Entry{enter[i], first + i, level};
  };
  entry = next();
  const std::uint32_t bottom = walk.entries;
  while (left != 0) {
    TriangleWalks::Entry waits = next();
    if (waits.enter < entry.enter) {
      const TriangleWalks::Entry nearest = waits;
      waits = entry, entry = nearest;
    }
    std::uint32_t at = walk.entries++;
    for (; at > bottom && walk.entry[at - 1].enter < waits.enter; --at) walk.entry[at] = walk.entry[at - 1];
    walk.entry[at] = waits;
  }
  return true;
}

/// Goes down to the next leaf, which is then on top and asked for; false: there is none.
inline bool go_to_leaf(const TriangleTree& tree, const LaneWalk& ray, TriangleWalks::Walk& walk) {
  TriangleWalks::Entry entry;
  do {
    do {
      if (walk.entries == 0) return false;
      entry = walk.entry[--walk.entries];
    } while (!(entry.enter <= walk.limit));
    while (entry.level != 0 && open_group(tree, ray, entry, walk)) {
    }
  } while (entry.level != 0);
  walk.entry[walk.entries++] = entry;
  const float* const corners = tree.corners + std::size_t{entry.index} * TriangleTree::leaf_floats;
  for (unsigned i = 0; i < TriangleTree::leaf_floats; i += 16) __builtin_prefetch(corners + i);
  return true;
}

/// Lists a triangle, if the ray sees it.
inline void list_triangle(const TriangleTree& tree, TriangleWalks& all, TriangleWalks::Walk& walk,
                          const detail::TriangleCandidate& candidate) {
  if (all.groups != nullptr && (all.groups[tree.order[candidate.position]] & all.rays[walk.ray].mask) == 0) return;
  all.found[all.found_count++] = candidate;
  if (!all.every && candidate.upper < walk.limit) walk.limit = candidate.upper;
  if (all.any && candidate.upper <= 1) walk.entries = 0;
}

inline void look_into_leaf(const TriangleTree& tree, const LaneWalk& ray, std::uint32_t leaf, TriangleWalks& all,
                           TriangleWalks::Walk& walk) {
  const float* const corners = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  const std::uint32_t first = leaf * static_cast<std::uint32_t>(TriangleTree::fan);
  for (unsigned i = 0; i < TriangleTree::fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * TriangleTree::fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const TriangleForm form(corner[0] - ray.origin, corner[1] - corner[0], corner[2] - corner[0], ray.motion,
                            ray.motion_norm);
    const Mask maybe = !form.missed(ray.end);
    if (none(maybe)) continue;
    const BoxTimes times = pass_triangles(corner, ray);
    const Real lower = max(form.lower() * ray.unit - Real(lost_fraction), times.enter);
    const Real upper = form.upper() * ray.unit + Real(lost_fraction);
    float lowers[Real::width], uppers[Real::width];
    lower.store(lowers);
    select(form.hit() & (upper <= Real(1)), upper, Real(__builtin_inff())).store(uppers);
    unsigned left = bits(maybe & times.met(Real(1)) & (lower <= Real(walk.limit)));
    for (; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      if (i + lane < TriangleTree::fan && first + i + lane < tree.valid)
        list_triangle(tree, all, walk, {walk.ray, first + i + lane, lowers[lane], uppers[lane]});
    }
  }
}

/// All rays in turn: each to its next leaf, then each into its leaf. The next ray takes the place of one that is done.
[[gnu::flatten]] inline void walk_triangles(const TriangleTree& tree, TriangleWalks& all) {
  LaneWalk ray[TriangleWalks::at_once];
  for (std::uint32_t i = 0; i < all.live; ++i) ray[i] = LaneWalk(all.rays[all.walk[i].ray]);
  const auto start = [&](std::uint32_t i) {
    ray[i] = LaneWalk(all.rays[all.next]);
    all.walk[i].ray = all.next++, all.walk[i].limit = 1;
    all.walk[i].entries = tree.levels != 0, all.walk[i].entry[0] = {0, 0, tree.levels};
  };
  while (all.live < TriangleWalks::at_once && all.next < all.count) start(all.live++);
  while (all.live != 0) {
    for (std::uint32_t i = 0; i < all.live;) {
      TriangleWalks::Walk& walk = all.walk[i];
      if (go_to_leaf(tree, ray[i], walk)) {
        ++i;
        continue;
      }
      all.limits[walk.ray] = walk.limit;
      if (all.next < all.count)
        start(i);
      else if (i != --all.live)
        all.walk[i] = all.walk[all.live], ray[i] = ray[all.live];
    }
    for (std::uint32_t i = 0; i < all.live; ++i) {
      if (all.found_count + TriangleTree::fan > TriangleWalks::room) return;
      TriangleWalks::Walk& walk = all.walk[i];
      look_into_leaf(tree, ray[i], walk.entry[--walk.entries].index, all, walk);
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
