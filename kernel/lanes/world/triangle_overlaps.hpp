// The triangles of a mesh that a shape may overlap: nodes of its BVH by bounding boxes, triangles by their own boxes
// and planes. Triangles that are left out are proven to be separate, with room enough for `intersect` to prove it as
// well.
#pragma once

#include "lanes/world/query_box.hpp"
#include "lanes/world/round_shape.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleBits;
using detail::TriangleNeighbour;
using detail::TriangleSearch;
using detail::TriangleTree;

/// The extent of a shape along a direction, and a bound of its rounding error.
struct Extent {
  Real least, most, room;
};

/// A box against W triangles.
struct BoxShape {
  Vec corner_of_box, breadth;

  explicit BoxShape(const TriangleNeighbour& shape)
      : corner_of_box(three(shape.anchor)), breadth(three(shape.breadth)) {}

  /// The extent along a direction, from a corner; `from` leads from there to the corner of the box. `lengths` is the
  /// sum of all lengths involved.
  [[nodiscard]] Extent extent(const Vec& direction, const Vec& from, const Real& lengths) const {
    const auto below = [](Real x) { return min(x, Real(0)); };
    const auto above = [](Real x) { return max(x, Real(0)); };
    const Real start = dot(direction, from);
    const Vec wide{direction.x * breadth.x, direction.y * breadth.y, direction.z * breadth.z};
    return {start + below(wide.x) + below(wide.y) + below(wide.z),
            start + above(wide.x) + above(wide.y) + above(wide.z), room_along(direction, lengths)};
  }

  /// Whether the shape lies on one side of a triangle's plane, or beyond one of its edges. Any direction may serve as
  /// separating axis: the errors of the corners along it are part of the room.
  [[nodiscard]] Mask is_apart(const Vec (&corner)[3]) const {
    const Vec edge[3] = {corner[1] - corner[0], corner[2] - corner[1], corner[0] - corner[2]};
    const Vec from[3] = {corner_of_box - corner[0], corner_of_box - corner[1], corner_of_box - corner[2]};
    const Real sides = max(max(norm_max(edge[0]), norm_max(edge[1])), norm_max(edge[2])) + norm_max(breadth);
    const Vec normal = cross(edge[1], edge[2]);
    const Extent across = extent(normal, from[0], norm_max(from[0]) + sides);
    const Real flat = abs(dot(normal, edge[0])) + abs(dot(normal, edge[2]));
    Mask apart = (across.least > flat + across.room) | (across.most < -(flat + across.room));
    for (int i = 0; i < 3; ++i) {
      const Vec out = cross(edge[i], normal);
      const Extent beside = extent(out, from[i], norm_max(from[i]) + sides);
      const Real highest = max(max(dot(out, edge[i]), -dot(out, edge[(i + 2) % 3])), Real(0));
      apart = apart | (beside.least > highest + beside.room);
    }
    return apart;
  }
};

inline void ask_for(const float* from, std::size_t floats) {
  for (std::size_t i = 0; i < floats; i += 16) __builtin_prefetch(from + i);
}

/// Opens a group: among its boxes that meet the box of the shape, groups go to the stack and leaves to the list, and
/// their memory is prefetched.
inline void open_boxes(const TriangleTree& tree, const QueryBox& query, TriangleSearch::Group which,
                       TriangleSearch& search) {
  constexpr std::size_t fan = TriangleTree::fan;
  const auto group_at = [&](std::uint32_t level, std::size_t index) {
    return tree.boxes + (tree.first_group[level] + index) * TriangleTree::group_floats;
  };
  const float* const group = group_at(which.level, which.index);
  for (unsigned i = 0; i < fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(group + stream * fan + i); };
    unsigned met = bits(query.meets({load(0), load(1), load(2)}, {load(3), load(4), load(5)}));
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
  const QueryBox query(shape.box);
  while (search.groups != 0 && search.leaves + TriangleTree::fan <= TriangleSearch::room)
    open_boxes(tree, query, search.group[--search.groups], search);
}

/// Whether the boxes around W triangles meet that of the shape.
inline Mask may_meet(const QueryBox& query, const Vec (&corner)[3]) {
  const auto ends = [&](auto pick) {
    const auto of = [&](Real a, Real b, Real c) { return pick(pick(a, b), c); };
    return Vec{of(corner[0].x, corner[1].x, corner[2].x), of(corner[0].y, corner[1].y, corner[2].y),
               of(corner[0].z, corner[1].z, corner[2].z)};
  };
  return query.meets(ends([](Real a, Real b) { return min(a, b); }), ends([](Real a, Real b) { return max(a, b); }));
}

[[gnu::flatten]] inline TriangleBits leaf_overlaps(const TriangleTree& tree, const TriangleNeighbour& shape,
                                                   std::uint32_t leaf) {
  constexpr std::size_t fan = TriangleTree::fan;
  const QueryBox query(shape.box);
  const float* const corners = tree.corners + std::size_t{leaf} * TriangleTree::leaf_floats;
  TriangleBits found{0, 0};
  for (unsigned i = 0; i < fan; i += Real::width) {
    const auto load = [&](unsigned stream) { return Real::load(corners + stream * fan + i); };
    const Vec corner[3] = {{load(0), load(1), load(2)}, {load(3), load(4), load(5)}, {load(6), load(7), load(8)}};
    const Mask meets = may_meet(query, corner);
    if (none(meets)) continue;
    if (shape.is_round) {
      const RoundVerdicts round = RoundShape(shape).verdicts(corner);
      found.maybe |= bits(meets & !round.apart) << i;
      found.surely |= bits(meets & round.overlap) << i;
    } else {
      found.maybe |= bits(meets & !BoxShape(shape).is_apart(corner)) << i;
    }
  }
  const std::size_t first = leaf * fan, valid = tree.valid > first ? tree.valid - first : 0;
  const unsigned in_use = (1U << (valid < fan ? valid : fan)) - 1;
  return {found.maybe & in_use, found.surely & in_use};
}

}  // namespace lockstep::LOCKSTEP_ISA
