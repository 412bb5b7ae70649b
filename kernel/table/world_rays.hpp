// The state of wavefront BVH traversal by rays through a kept world. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// A moving box: the ray of its centre, and its half extents.
struct RayOfBox {
  float origin[3], motion[3], reach[3];
  float none;  // 0: lanes load two rows of four and two more floats
};

/// The rays of a tile for box tests, as structure of arrays: ray i meets a plane at the fraction plane * inverse[k][i]
/// + near_at[k][i] of its motion; with far_at[k][i] if it leaves the box there.
struct RaysToBoxes {
  static constexpr std::size_t most = 64;

  float inverse[3][most];                   // of the motion
  float near_at[3][most], far_at[3][most];  // include the half extents of the moving box and room for rounding
};

/// Rays for tests of the objects themselves. Each motion is at least 2^-100 along its longest axis; along every axis it
/// is either 0 or more than 2^-126.
struct RaysToObjects {
  static constexpr std::size_t most = RaysToBoxes::most;

  RaysToBoxes boxes;
  float origin[3][most];
  float direction[3][most], per_length[most];    // of the motion: its unit vector and the reciprocal of its length
  float per_motion[3][most];                     // reciprocals, infinite for 0
  float across[2][3][most], at_across[2][most];  // orthogonal unit vectors across the ray, and its place along them
  float reach[most];                             // the largest absolute coordinate of its start
  std::uint32_t mask[most];
};

/// An upper bound of the growth of the boxes of a set, as a share of the longest side of the box around them.
inline constexpr float ray_room = 0x1p-16F;

/// The nodes of a wide BVH with fan-out 16: level 0 has boxes around sixteen objects, each other level boxes around
/// sixteen boxes of the level below, up to level `levels` - 1, which is at least `stack_level`. A node has six rows of
/// sixteen numbers, low corners first. Empty boxes fill up the last node of a level.
struct RayNodes {
  static constexpr std::size_t most_levels = 8;    // 2^32 objects have seven
  static constexpr std::uint32_t stack_level = 2;  // the lowest level on stacks: boxes around 4096 objects
  static constexpr std::size_t fanout = 16, node_floats = 6 * fanout;

  const float* nodes[most_levels];
  std::uint32_t count[most_levels];  // of boxes
  /// Upper bounds for the objects in each box of `stack_level`: of the room that boxes of a set leave around them, and
  /// of their coordinates.
  const float *room, *reach;
  std::uint32_t levels;
};

/// The traversal state of a ray.
struct RayState {
  /// A traversal starts at a level with at most this number of boxes, if it is not the top one.
  static constexpr std::uint32_t first_boxes = 128;
  static constexpr std::uint32_t at_start = ~0U;
  static constexpr std::uint32_t before = 6;

  float room, reach;     // bounds for the objects reached so far, as those of RayNodes
  std::uint32_t open;    // the number of boxes on the stack, or `at_start`
  std::uint64_t* boxes;  // the stack, as words of float lanes; the last one is the next. Room for most_open(nodes),
                         // and before the first lie `before` words that come behind any limit
};

/// The level at which traversals start: the top one, or the one below.
constexpr std::uint32_t first_level(const RayNodes& tree) {
  const std::uint32_t top = tree.levels - 1;
  return top > RayNodes::stack_level && tree.count[top - 1] <= RayState::first_boxes ? top - 1 : top;
}
/// The capacity of a traversal stack. At least 1.
constexpr std::size_t most_open(const RayNodes& tree) {
  const std::uint32_t level = first_level(tree);
  return tree.count[level] + (level - RayNodes::stack_level) * RayNodes::fanout;
}

/// The rays that take a step together, each into the next few boxes that it enters.
struct RayWave {
  /// Boxes that a step opens for one ray; fewer in the first step, because many rays hit something soon.
  static constexpr std::uint32_t boxes_at_once = RayState::before, boxes_at_first = 3;
  static constexpr std::size_t most_nodes = boxes_at_once * RayNodes::fanout;  // of a ray
  /// There is room for all nodes that this number of rays may list: 64 rays seldom list more.
  static constexpr std::size_t rays_with_room = 16;
  /// A kernel writes up to this number of entries behind those that it lists.
  static constexpr std::size_t padding = 16;

  RayState* states;
  const RaysToBoxes* rays;        // of the traversals
  const RaysToObjects* at_balls;  // of the traversals, for kernels that use these; else null
  const float* limits;            // of each traversal: boxes and objects entered later do not count
  std::uint32_t* active;          // the traversals that are to take a step,
  std::uint32_t asked;            // their number; on return, the number that fitted: the others stay as they are,
  std::uint32_t active_count;     // and the number that took a step, the first ones of `active`: the rest have ended
  std::uint32_t *nodes, *leaves;  // memory for the lists of boxes to open, and the padding:
  std::uint32_t at_once;          // boxes that a traversal opens in a step, one of the two constants
  std::uint32_t room;             // capacity: this number of nodes, at least most_nodes, and all leaves in them
  /// The results, one word for each kept entry of `leaves`: the low half has a bit for each of sixteen objects that a
  /// ray may meet, and also for positions without an object; the high half is the index in `active`. The words of one
  /// ray are contiguous.
  std::uint32_t *met, met_count;
  std::uint32_t* begin[2];  // memory for the start of each ray's part of both lists, and for the last end

  static constexpr std::uint32_t active_of(std::uint32_t word) { return word >> 16; }
  static constexpr std::uint32_t objects_of(std::uint32_t word) { return word & 0xffff; }
};

/// Objects that rays may meet, with bounds of when these enter them, by closed forms.
struct RayEntries {
  static constexpr std::uint32_t room = 512;
  /// A kernel writes up to this number of entries behind those that it finds.
  static constexpr std::uint32_t padding = 16;

  const RaysToObjects* rays;
  const RayWave* wave;          // after a step
  std::uint32_t next;           // the next of its results
  const std::uint32_t* order;   // the index of the object at each position
  const std::uint32_t* groups;  // by index, or null
  bool any;                     // one hit of a ray is enough
  /// For each ray: 1, or a fraction by which it hits something that it sees; 0 for boxes that it starts in, still to be
  /// proven. Falls.
  float* limits;

  std::uint32_t found_count;
  /// For each object that was found: its ray, its position, and bounds of the fraction of the hit. `upper` above 1: no
  /// hit is proven.
  std::uint32_t ray[room + padding], position[room + padding];
  float lower[room + padding], upper[room + padding];
};

}  // namespace lockstep::detail
