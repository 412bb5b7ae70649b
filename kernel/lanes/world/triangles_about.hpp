// The triangles of a mesh that a shape may overlap: boxes of the tree by the box around the shape, triangles by their
// own boxes and their planes. What is left out is proven to be apart, by so much that `intersect` proves it as well.
#pragma once

#include "lanes/world/box_about.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleNeighbour;
using detail::TriangleSearch;
using detail::TriangleTree;

/// Of the lengths that a place along a normal is made of: more than all roundings take from it (docs/numerics.md).
inline constexpr Number plane_room = 0x1p-16F;
/// What is lost where products underflow, by far.
inline constexpr Number lost_product = 0x1p-120F;
/// Squares from here on have lost nothing.
inline constexpr Number whole_square = 0x1p-90F;

inline Vec three(const float (&v)[3]) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

/// No less than the length of v.
inline Real length_at_most(const Vec& v) {
  const Real square = dot(v, v);
  return select(square > Real(whole_square), sqrt(square) * Real(1 + 0x1p-20F), norm_1(v));
}

/// Where a shape lies along a direction; how much farther its ball may reach, with all roundings.
struct Extent {
  Real least, most, room;
};

/// A shape against W triangles.
struct ShapeAbout {
  Vec anchor, along, breadth;
  Real radius, size;

  explicit ShapeAbout(const TriangleNeighbour& shape)
      : anchor(three(shape.anchor)),
        along(three(shape.along)),
        breadth(three(shape.breadth)),
        radius(shape.radius),
        size(norm_max(along) + norm_max(breadth) + radius) {}

  /// Along a direction, from a corner on which `from` ends at the anchor; lengths are of all that is looked at.
  [[nodiscard]] Extent extent(const Vec& direction, const Vec& from, const Real& lengths) const {
    const auto below = [](Real x) { return min(x, Real(0)); };
    const auto above = [](Real x) { return max(x, Real(0)); };
    const Real start = dot(direction, from), step = dot(direction, along);
    const Vec wide{direction.x * breadth.x, direction.y * breadth.y, direction.z * breadth.z};
    return {start + below(step) + below(wide.x) + below(wide.y) + below(wide.z),
            start + above(step) + above(wide.x) + above(wide.y) + above(wide.z),
            length_at_most(direction) * radius + norm_1(direction) * lengths * Real(plane_room) +
                (lengths + Real(1)) * Real(lost_product)};
  }

  /// The shape lies on one side of a triangle's plane, or beyond one of its edges. The directions may be any: what the
  /// corners are off by along them is room as well.
  [[nodiscard]] Mask is_apart(const Vec (&corner)[3]) const {
    const Vec edge[3] = {corner[1] - corner[0], corner[2] - corner[1], corner[0] - corner[2]};
    const Vec from[3] = {anchor - corner[0], anchor - corner[1], anchor - corner[2]};
    const Real edges = max(max(norm_max(edge[0]), norm_max(edge[1])), norm_max(edge[2]));
    const Vec normal = cross(edge[1], edge[2]);
    const Extent across = extent(normal, from[0], norm_max(from[0]) + edges + size);
    const Real flat = abs(dot(normal, edge[0])) + abs(dot(normal, edge[2]));
    Mask apart = (across.least > flat + across.room) | (across.most < -(flat + across.room));
    for (int i = 0; i < 3; ++i) {
      const Vec out = cross(edge[i], normal);
      const Extent beside = extent(out, from[i], norm_max(from[i]) + edges + size);
      const Real highest = max(max(dot(out, edge[i]), -dot(out, edge[(i + 2) % 3])), Real(0));
      apart = apart | (beside.least > highest + beside.room);
    }
    return apart;
  }
};

inline void ask_for(const float* from, std::size_t floats) {
  for (std::size_t i = 0; i < floats; i += 16) __builtin_prefetch(from + i);
}

/// The boxes of a group that meet that of the shape: their groups wait, their leaves are listed, and their memory is
/// asked for.
inline void open_boxes(const TriangleTree& tree, const BoxAbout& about, TriangleSearch::Group which,
                       TriangleSearch& search) {
  constexpr std::size_t fan = TriangleTree::fan;
  const auto group_at = [&](std::uint32_t level, std::size_t index) {
    return tree.boxes + (tree.first_group[level] + index) * TriangleTree::group_floats;
  };
  const float* const group = group_at(which.level, which.index);
  for (unsigned i = 0; i < fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(group + stream * fan + i); };
    unsigned met = bits(about.meets({load(0), load(1), load(2)}, {load(3), load(4), load(5)}));
    for (met &= (1U << (fan - i)) - 1; met != 0; met &= met - 1) {
      const auto child = static_cast<std::uint32_t>(which.index * fan + i + static_cast<unsigned>(__builtin_ctz(met)));
      if (which.level == 0) {
        search.leaf[search.leaves++] = child;
        ask_for(tree.corners + std::size_t{child} * TriangleTree::leaf_floats, TriangleTree::leaf_floats);
      } else {
        search.group[search.groups++] = {child, which.level - 1};
        ask_for(group_at(which.level - 1, child), TriangleTree::group_floats);
      }
    }
  }
}

[[gnu::flatten]] inline void search_triangles(const TriangleTree& tree, const TriangleNeighbour& shape,
                                              TriangleSearch& search) {
  const BoxAbout about(shape.box);
  while (search.groups != 0 && search.leaves + TriangleTree::fan <= TriangleSearch::room)
    open_boxes(tree, about, search.group[--search.groups], search);
}

[[gnu::flatten]] inline unsigned triangles_about(const TriangleTree& tree, const TriangleNeighbour& shape,
                                                 std::uint32_t leaf) {
  constexpr std::size_t fan = TriangleTree::fan;
  const BoxAbout about(shape.box);
  const ShapeAbout around(shape);
  const float* const corners = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  unsigned near = 0;
  for (unsigned i = 0; i < fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const auto ends = [&](auto pick) {
      const auto of = [&](Real a, Real b, Real c) { return pick(pick(a, b), c); };
      return Vec{of(corner[0].x, corner[1].x, corner[2].x), of(corner[0].y, corner[1].y, corner[2].y),
                 of(corner[0].z, corner[1].z, corner[2].z)};
    };
    const Mask meets =
        about.meets(ends([](Real a, Real b) { return min(a, b); }), ends([](Real a, Real b) { return max(a, b); }));
    if (!none(meets)) near |= bits(meets & !around.is_apart(corner)) << i;
  }
  const std::size_t first = leaf * fan, valid = tree.valid > first ? tree.valid - first : 0;
  return near & ((1U << (valid < fan ? valid : fan)) - 1);
}

}  // namespace lockstep::LOCKSTEP_ISA
