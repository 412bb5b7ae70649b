// Triangles that stand still, in a tree of boxes, and rays on their way into the kernels. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/ray_batch.hpp"

namespace lockstep::detail {

/// The tree has no pointers: `fan` triangles make a leaf, `fan` boxes around leaves a group, that of all boxes of a
/// group is one box of the level above, and so on to a level of one group. Leaves and groups are arrays of structures
/// of arrays: 9 streams of corners, and 6 of low and high corners. What fills up the last ones is NaN, and boxes that
/// nothing meets. Readable by whole registers.
struct TriangleTree {
  static constexpr std::size_t fan = 8;
  static constexpr std::size_t leaf_floats = 9 * fan, group_floats = 6 * fan;
  static constexpr std::size_t most_levels = 11;  // 8^11 is more than 2^32

  const float* corners;
  const float* boxes;
  const std::uint32_t* order;              // the caller's index of each triangle
  std::uint32_t count, valid;              // those from `valid` on are not made of valid numbers
  std::uint32_t first_group[most_levels];  // of each level; level 0 is that of the leaves' boxes
  std::uint32_t levels;
};

/// Rays on their way from box to box, a stream for each of their numbers, readable and written by whole registers.
struct TriangleRays {
  static constexpr std::uint32_t most = 128;  // two words of a bitmask

  /// Along an axis planes that are met first are met at (plane - near_from) * near_by, and stand in a group from float
  /// near_stream on; so do those that are met last.
  float near_from[3][most], far_from[3][most], near_by[3][most], far_by[3][most];
  std::uint32_t near_stream[3][most], far_stream[3][most];
  float origin[3][most], motion[3][most];  // the latter times a power of two
  /// That power, by which fractions of the motion above are to be multiplied; and the fraction at which that ends.
  float unit[most], end[most];
  std::uint32_t mask[most];
};

/// A triangle that a ray may hit, and the fractions of its motion that float lanes prove: not before `lower`; by
/// `upper`, which is infinite where no hit is proven.
struct TriangleCandidate {
  std::uint32_t ray, position;
  float lower, upper;
};

/// Rays on their ways down the tree, all of a tile: each takes a step in its turn, and opens a group or looks into a
/// leaf. While one waits for memory, others go on, and no branch hangs on what is next.
struct TriangleWalks {
  static constexpr std::uint32_t most_rays = TriangleRays::most, room = 2 * most_rays * TriangleTree::fan;
  static constexpr std::size_t most_boxes = (TriangleTree::most_levels + 1) * TriangleTree::fan;
  static constexpr std::size_t padding = 16;  // numbers are written by whole registers
  /// The number of a box around a leaf is that of the leaf; others have their level above their own.
  static constexpr std::uint32_t group = 1U << 31, level = 1U << 27;

  /// Those that wait to be opened, the next one on top, which are not entered before; above these the number of that
  /// which is open. Of each level seven wait at most, of the last one eight.
  struct Boxes {
    float enter[most_boxes + padding];
    std::uint32_t number[most_boxes + padding];
  };

  const TriangleRays* rays;
  const std::uint32_t* groups;  // of triangles by the caller's index, or null
  bool any, every;              // one hit of a ray is enough; none hides what is behind it

  std::uint32_t opens = 0, looks = 0, found_count = 0;
  /// Rays whose next step is a group, or a leaf: each is in one of these at most. What stands behind them is of no use.
  std::uint32_t open[most_rays + padding], look[most_rays + padding];
  float limit[most_rays];  // of each ray: what is met behind is of no account
  std::uint32_t waiting[most_rays];
  Boxes boxes[most_rays];
  /// Of each triangle that a ray may hit, as in TriangleCandidate.
  std::uint32_t found_ray[room + padding], found_position[room + padding];
  float found_lower[room + padding], found_upper[room + padding];

  /// The number of the box that a ray has open.
  [[nodiscard]] std::uint32_t open_box(std::uint32_t ray) const { return boxes[ray].number[waiting[ray]]; }
  [[nodiscard]] bool are_done() const { return opens + looks == 0; }
  [[nodiscard]] TriangleCandidate found(std::uint32_t i) const {
    return {found_ray[i], found_position[i], found_lower[i], found_upper[i]};
  }
  void start(const TriangleTree& tree, std::uint32_t count) {
    opens = tree.levels != 0 ? count : 0, looks = found_count = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      limit[i] = 1, waiting[i] = 0, boxes[i].number[0] = group + tree.levels * level, open[i] = i;
  }
};

/// What a shape takes up: if it is round, a ball or a capsule, a ball around each point of a segment from the anchor;
/// else what lies in a box from there. And a box around it, larger than it by more than all roundings, infinite for
/// what is no shape.
struct TriangleNeighbour {
  float box[6];
  bool is_round;
  float anchor[3], along[3], radius, breadth[3];
};

/// Triangles of a leaf, a bit for each: those that are not proven to be apart from a shape, and of these those that are
/// proven to share a point with it.
struct TriangleBits {
  unsigned maybe, surely;
};

/// The way of a shape down the tree, to the leaves whose boxes meet its own.
struct TriangleSearch {
  static constexpr std::uint32_t room = 64;
  static constexpr std::size_t most_entries = TriangleTree::most_levels * TriangleTree::fan;

  /// Of boxes.
  struct Group {
    std::uint32_t index, level;
  };

  std::uint32_t groups = 0, leaves = 0;
  Group group[most_entries];
  std::uint32_t leaf[room];

  void start(const TriangleTree& tree) {
    groups = tree.levels != 0, leaves = 0;
    group[0] = {0, tree.levels - 1};
  }
};

/// A ray and a triangle, whose nine numbers are TriangleTree::fan apart.
struct TriangleQuery {
  const float *triangle, *ray;
};

/// Padded as those of rays and shapes.
struct TriangleBatch {
  const TriangleQuery* queries;
  int count;
  HitPlaces out;
};

/// In double lanes. Returns how many are left open.
struct TriangleDoubleKernels {
  int (*hit)(const TriangleBatch&);
};

struct TriangleKernels {
  /// Makes all but the masks of `count` of many rays of six numbers each, whose indices `those` has. They are finite.
  void (*start)(const float* rays, const std::uint32_t* those, std::uint32_t count, TriangleRays&);
  /// Goes on with all walks, to their ends or till there is no more room for candidates.
  void (*walk)(const TriangleTree&, TriangleWalks&);
  int (*hit)(const TriangleBatch&);
  /// Goes on with a search, to its end (no groups) or till there is no more room.
  void (*search)(const TriangleTree&, const TriangleNeighbour&, TriangleSearch&);
  /// What is known of the triangles of a leaf and a shape.
  TriangleBits (*triangles_about)(const TriangleTree&, const TriangleNeighbour&, std::uint32_t leaf);
};

}  // namespace lockstep::detail
