// The BVH of a triangle mesh, and the state of rays and shapes that traverse it. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/ray_batch.hpp"

namespace lockstep::detail {

/// A wide BVH without pointers. `fan` triangles make a leaf; `fan` boxes make a group, which is a node: on level 0 the
/// boxes around leaves, on each level above the boxes around groups of the level below, up to a level of one group.
/// Leaves and groups are arrays of structures of arrays: 9 streams of corners, and 6 of low and high corners. Unused
/// triangles are NaN, and unused boxes meet nothing. Readable by whole registers.
struct TriangleTree {
  static constexpr std::size_t fan = 8;
  static constexpr std::size_t leaf_floats = 9 * fan, group_floats = 6 * fan;
  static constexpr std::size_t most_levels = 11;  // 8^11 is more than 2^32

  const float* corners;
  const float* boxes;
  const std::uint32_t* order;              // the caller's index of each triangle
  std::uint32_t count, valid;              // triangles from `valid` on have invalid numbers
  std::uint32_t first_group[most_levels];  // of each level; level 0 has the boxes of the leaves
  std::uint32_t levels;
};

/// The rays of a tile for box tests, as structure of arrays, readable and written by whole registers.
struct TriangleRays {
  static constexpr std::uint32_t most = 128;  // two words of a bitmask

  /// Along an axis the ray meets its nearer planes at (plane - near_from) * near_by; they start at float near_stream of
  /// a group. The same holds for the farther planes.
  float near_from[3][most], far_from[3][most], near_by[3][most], far_by[3][most];
  std::uint32_t near_stream[3][most], far_stream[3][most];
  float origin[3][most], motion[3][most];  // the latter times a power of two
  /// That power of two, a factor for fractions of the motion above, and the fraction at which the ray ends.
  float unit[most], end[most];
  std::uint32_t mask[most];
};

/// A triangle that a ray may hit, with the bounds that float lanes prove: the hit is not before `lower`, and happens by
/// `upper`, which is infinite if no hit is proven.
struct TriangleCandidate {
  std::uint32_t ray, position;
  float lower, upper;
};

/// Wavefront BVH traversal by all rays of a tile: in each step every ray opens one group or intersects one leaf. While
/// one ray waits for memory others proceed, and no branch depends on the kind of a ray's next node.
struct TriangleTraversal {
  static constexpr std::uint32_t most_rays = TriangleRays::most, room = 2 * most_rays * TriangleTree::fan;
  static constexpr std::size_t most_boxes = (TriangleTree::most_levels + 1) * TriangleTree::fan;
  static constexpr std::size_t padding = 16;  // numbers are written by whole registers
  /// The number of a box around a leaf is that of the leaf; the others have their level in the bits above.
  static constexpr std::uint32_t group = 1U << 31, level = 1U << 27;

  /// The traversal stack of a ray: boxes with the fractions at which they are entered, the next one on top, which is
  /// entered first. Above the stack lies the number of the open box. Each level keeps at most seven boxes here, the
  /// last level eight.
  struct Boxes {
    float enter[most_boxes + padding];
    std::uint32_t number[most_boxes + padding];
  };

  const TriangleRays* rays;
  const std::uint32_t* groups;  // of triangles by the caller's index, or null
  bool any, every;              // `any`: one hit of a ray is enough; `every`: hits do not hide others

  std::uint32_t at_group_count = 0, at_leaf_count = 0, found_count = 0;
  /// Rays whose next node is a group, or a leaf: each ray is in at most one list. Entries behind the lists are
  /// meaningless.
  std::uint32_t at_group[most_rays + padding], at_leaf[most_rays + padding];
  float limit[most_rays];  // of each ray: farther hits do not count
  std::uint32_t waiting[most_rays];
  Boxes boxes[most_rays];
  /// The triangles that rays may hit, as in TriangleCandidate.
  std::uint32_t found_ray[room + padding], found_position[room + padding];
  float found_lower[room + padding], found_upper[room + padding];

  /// The number of the box that a ray has opened.
  [[nodiscard]] std::uint32_t open_box(std::uint32_t ray) const { return boxes[ray].number[waiting[ray]]; }
  [[nodiscard]] bool are_done() const { return at_group_count + at_leaf_count == 0; }
  [[nodiscard]] TriangleCandidate found(std::uint32_t i) const {
    return {found_ray[i], found_position[i], found_lower[i], found_upper[i]};
  }
  void start(const TriangleTree& tree, std::uint32_t count) {
    at_group_count = tree.levels != 0 ? count : 0, at_leaf_count = found_count = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      limit[i] = 1, waiting[i] = 0, boxes[i].number[0] = group + tree.levels * level, at_group[i] = i;
  }
};

/// The bounds of a shape. If it is round (a ball or a capsule): a ball around each point of a segment from the anchor.
/// If not: a box from the anchor. `box` contains the shape with room for all rounding errors; it is infinite if the
/// shape is invalid.
struct TriangleNeighbour {
  float box[6];
  bool is_round;
  float anchor[3], along[3], radius, breadth[3];
};

/// Triangles of a leaf, a bit for each. `maybe`: not proven to be separate from the shape. `surely`: of these, the ones
/// proven to share a point with it.
struct TriangleBits {
  unsigned maybe, surely;
};

/// Traversal by a shape, down to the leaves whose boxes meet its own.
struct TriangleSearch {
  static constexpr std::uint32_t room = 64;
  static constexpr std::size_t most_entries = TriangleTree::most_levels * TriangleTree::fan;

  /// A node: a group of boxes.
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

/// Padded like RayBatch.
struct TriangleBatch {
  const TriangleQuery* queries;
  int count;
  HitPlaces out;
};

/// In double lanes. Returns the number of open queries.
struct TriangleDoubleKernels {
  int (*hit)(const TriangleBatch&);
};

struct TriangleKernels {
  /// Fills all but the masks of `count` rays: those with the indices `those` among rays of six finite numbers each.
  void (*start)(const float* rays, const std::uint32_t* selected, std::uint32_t count, TriangleRays&);
  /// Continues all traversals to their ends, or until there is no more room for candidates.
  void (*traverse)(const TriangleTree&, TriangleTraversal&);
  int (*hit)(const TriangleBatch&);
  /// Continues a search to its end (no groups), or until there is no more room.
  void (*search)(const TriangleTree&, const TriangleNeighbour&, TriangleSearch&);
  /// The relation of the triangles of a leaf to a shape.
  TriangleBits (*leaf_overlaps)(const TriangleTree&, const TriangleNeighbour&, std::uint32_t leaf);
};

}  // namespace lockstep::detail
