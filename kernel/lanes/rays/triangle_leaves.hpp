// The triangles of leaves that rays may hit, in float lanes, with bounds of the fractions. Triangles that are left
// out are proven to be missed, or to be hit too late.
#pragma once

#include "lanes/rays/triangle_boxes.hpp"
#include "lanes/rays/triangle_form.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A generous upper bound of the loss of a fraction to underflow.
inline constexpr Number lost_hit_fraction = 0x1p-140F;

/// Rays of a list and their open leaves.
struct RaysAtLeaves : RaysInEights {
  std::uint32_t first[groups_of_8];  // the first triangle of each leaf
  const float* corners[groups_of_8];

  RaysAtLeaves(const TriangleTree& tree, const TriangleTraversal& all, const std::uint32_t* list)
      : RaysInEights(all, list) {
    for (unsigned k = 0; k < groups_of_8; ++k) {
      const std::uint32_t leaf = all.open_box(number[k]);
      first[k] = leaf * static_cast<std::uint32_t>(TriangleTree::fan);
      corners[k] = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
    }
  }
  /// Loads triangles from number i of each leaf on.
  void load(unsigned i, Vec (&corner)[3]) const {
    const auto load = [&](std::size_t stream) {
      const float* at[groups_of_8];
      for (unsigned k = 0; k < groups_of_8; ++k) at[k] = corners[k] + stream * TriangleTree::fan + i;
      return load_groups_of_8(at);
    };
    for (std::size_t k = 0; k < 3; ++k) corner[k] = {load(3 * k), load(3 * k + 1), load(3 * k + 2)};
  }
  [[nodiscard]] TriangleForm form(const Vec (&corner)[3]) const {
    const Vec origin = of(rays.origin), motion = of(rays.motion);
    return {corner[0] - origin, corner[1] - corner[0], corner[2] - corner[0], motion, norm_1(motion)};
  }
  /// Slab tests of the triangles' own boxes.
  [[nodiscard]] BoxTimes pass(const Vec (&corner)[3]) const {
    const auto along = [](const Vec& v, unsigned k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; };
    BoxTimes times;
    for (unsigned k = 0; k < 3; ++k) {
      const Real a = along(corner[0], k), b = along(corner[1], k), c = along(corner[2], k);
      const Real low = min(min(a, b), c), high = max(max(a, b), c);
      const Mask rises = of(rays.near_by[k]) > Real(0);  // as for near_stream
      times.cut(*this, k, select(rises, low, high), select(rises, high, low));
    }
    return times;
  }
};

/// Lists the rays that may hit something in their leaves. Returns their number.
inline std::uint32_t find_hitting(const TriangleTree& tree, const TriangleTraversal& all, const std::uint32_t* list,
                                  std::uint32_t count, std::uint32_t* hitting) {
  std::uint32_t found = 0;
  for (std::uint32_t at = 0; at < count; at += groups_of_8) {
    const RaysAtLeaves some(tree, all, list + at);
    unsigned maybe = 0;
    for (unsigned i = 0; i < TriangleTree::fan; i += lanes_of_group) {
      Vec corner[3];
      some.load(i, corner);
      maybe |= bits(!some.form(corner).missed(some.of(all.rays->end)));
    }
    for (unsigned k = 0; k < groups_of_8; ++k) {
      hitting[found] = some.number[k];
      found += at + k < count && (maybe >> 8 * k & 0xffU) != 0 ? 1U : 0U;
    }
  }
  fill_up(hitting, found);
  return found;
}

/// Drops boxes that the ray enters behind its limit.
inline void end_at_limit(std::uint32_t ray, TriangleTraversal& all) {
  TriangleTraversal::Boxes& boxes = all.boxes[ray];
  const std::uint32_t any_box = boxes.number[0];
  const auto waiting = static_cast<int>(all.waiting[ray]);
  int kept = 0, i = 0;
  do {  // mostly one round, so its branch is predicted; skipping it for empty stacks would not be
    const Real enter = Real::load(boxes.enter + i);
    const Mask in_use = first_lanes(waiting - i < Real::width ? waiting - i : Real::width);
    const Mask keep = in_use & (enter <= Real(all.limit[ray]));
    compress(boxes.enter + kept, enter, keep);
    kept += compress(boxes.number + kept, Index::load(boxes.number + i), keep);
    i += Real::width;
  } while (i < waiting);
  all.waiting[ray] = static_cast<std::uint32_t>(kept);
  // Even a ray that has ended opens a box (pop_next), and packing may leave an invalid one there.
  boxes.number[kept] = any_box;
}

/// Bounds that float lanes prove for the triangles of leaves.
struct LeafHits {
  Mask maybe;         // hit before the limit
  Real lower, upper;  // the latter infinite if no hit is proven

  LeafHits(const RaysAtLeaves& some, const Vec (&corner)[3], const TriangleForm& form, const Real& limit) {
    const BoxTimes times = some.pass(corner);
    const Real unit = some.of(some.rays.unit), last = form.upper() * unit + Real(lost_hit_fraction);
    lower = max(max(form.lower() * unit, times.enter) - Real(lost_hit_fraction), Real(0));
    upper = select(form.hit() & (last <= Real(1)), last, Real(__builtin_inff()));
    maybe = times.met(Real(1)) & (lower <= limit);
  }
};

/// The lanes of eight k, with triangles from a position on, that the ray sees.
inline Mask seen_triangles(const TriangleTree& tree, const TriangleTraversal& all, std::uint32_t ray, unsigned k,
                           std::uint32_t position) {
  std::uint32_t seen[Real::width] = {};
  for (unsigned i = 0; i < lanes_of_group && position + i < tree.count; ++i)
    seen[8 * k + i] = (all.groups[tree.order[position + i]] & all.rays->mask[ray]) != 0 ? 1 : 0;
  return less(Index(0), Index::load(seen));
}

/// Emits triangles of eight k, from number i of its leaf on.
inline void list_triangles(const TriangleTree& tree, const RaysAtLeaves& some, const LeafHits& hits, unsigned k,
                           unsigned i, TriangleTraversal& all) {
  const std::uint32_t ray = some.number[k], first = some.first[k] + i;
  const std::uint32_t valid = first < tree.valid ? tree.valid - first : 0;
  Mask maybe = hits.maybe & first_of_group(k, valid < lanes_of_group ? valid : lanes_of_group);
  if (all.groups != nullptr) maybe = maybe & seen_triangles(tree, all, ray, k, first);
  const std::uint32_t before = all.found_count;
  Index(ray).store(all.found_ray + before);
  compress(all.found_lower + before, hits.lower, maybe);
  compress(all.found_upper + before, hits.upper, maybe);
  all.found_count +=
      static_cast<std::uint32_t>(compress(all.found_position + before, Index::count_from(first - 8 * k), maybe));
  if (all.every) return;
  float& limit = all.limit[ray];
  bool is_hit = false;
  for (std::uint32_t at = before; at < all.found_count; ++at) {
    const float upper = all.found_upper[at];
    is_hit |= upper <= 1, limit = upper < limit ? upper : limit;
  }
  end_at_limit(ray, all);
  if (all.any && is_hit) all.waiting[ray] = 0;
}

/// Intersects the leaves of the first rays of a list of `count`, one ray per eight lanes.
inline void intersect_some_leaves(const TriangleTree& tree, const std::uint32_t* list, std::uint32_t count,
                                  TriangleTraversal& all) {
  const RaysAtLeaves some(tree, all, list);
  for (unsigned i = 0; i < TriangleTree::fan; i += lanes_of_group) {
    Vec corner[3];
    some.load(i, corner);
    const TriangleForm form = some.form(corner);
    const Mask maybe = !form.missed(some.of(all.rays->end));
    if (none(maybe)) continue;
    LeafHits hits(some, corner, form, some.of(all.limit));
    hits.maybe = hits.maybe & maybe;
    for (unsigned k = 0; k < groups_of_8 && k < count; ++k) list_triangles(tree, some, hits, k, i, all);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
