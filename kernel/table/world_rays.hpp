// Rays on their ways through a kept world, as kernels know them. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// The ray of the middle of a box that moves and reaches as far on either side.
struct RayOfBox {
  float origin[3], motion[3], reach[3];
  float none;  // 0: lanes read two rows of four and two more
};

/// Rays of a tile as boxes are held against them, one number of all rays side by side: ray i meets a plane at the
/// fraction plane * inverse[k][i] + near_at[k][i] of its motion, or + far_at[k][i] of a plane behind which it leaves.
struct RaysToBoxes {
  static constexpr std::size_t most = 64;

  float inverse[3][most];                   // of the motion
  float near_at[3][most], far_at[3][most];  // boxes are farther out by their reach, and for where they are
};

/// Rays as objects themselves are held against them. Their motions are no less than 2^-100 along the longest axis, and
/// none of 2^-126 or less but 0 along any.
struct RaysToObjects {
  static constexpr std::size_t most = RaysToBoxes::most;

  RaysToBoxes boxes;
  float origin[3][most];
  float direction[3][most], per_length[most];    // of the motion, a unit vector and the reciprocal of its length
  float per_motion[3][most];                     // reciprocals, infinite of 0
  float across[2][3][most], at_across[2][most];  // unit vectors across it and each other, where the ray is along them
  float reach[most];                             // the largest coordinate of where it starts, without its sign
  std::uint32_t mask[most];
};

/// More than the boxes of a set are grown by, as a part of the longest side of what is around them.
inline constexpr float ray_room = 0x1p-16F;

/// Boxes around sixteen objects, which are level 0, and around sixteen boxes each of the level below, up to level
/// `levels` - 1, which is `coarse` or above. Sixteen lie side by side: six rows of as many numbers, low corners first.
/// Behind the last one of a level follow boxes around nothing.
struct RayNodes {
  static constexpr std::size_t most_levels = 8;  // 2^32 objects have seven
  static constexpr std::uint32_t coarse = 2;     // around 4096 objects
  static constexpr std::size_t fanout = 16, node_floats = 6 * fanout;

  const float* nodes[most_levels];
  std::uint32_t count[most_levels];  // of boxes
  /// Of the objects in each coarse box: more than boxes of a set around them are larger than they are, and no
  /// coordinate is larger.
  const float *room, *reach;
  std::uint32_t levels;
};

/// A ray on its way through a world.
struct RayOnWay {
  /// So many boxes are looked at to begin with, if there are no more on their level.
  static constexpr std::uint32_t first_boxes = 128;
  static constexpr std::uint32_t at_start = ~0U;
  static constexpr std::uint32_t before = 6;

  float room, reach;     // of the objects that it has come to, as of coarse boxes
  std::uint32_t open;    // boxes to look into, or `at_start`
  std::uint64_t* boxes;  // these, as words of float lanes; the last one is the next. Room for most_open(nodes),
                         // and as many words as are before them come behind any limit
};

/// The level of the boxes that ways begin with: that at the top, or the one below.
constexpr std::uint32_t first_level(const RayNodes& tree) {
  const std::uint32_t top = tree.levels - 1;
  return top > RayNodes::coarse && tree.count[top - 1] <= RayOnWay::first_boxes ? top - 1 : top;
}
/// No more boxes are open at any time. There are some.
constexpr std::size_t most_open(const RayNodes& tree) {
  const std::uint32_t level = first_level(tree);
  return tree.count[level] + (level - RayNodes::coarse) * RayNodes::fanout;
}

/// Rays that take a step together, each into the next few boxes around 4096 objects that it enters.
struct RayWave {
  /// Boxes of a way that a step opens, and those of its first step: then many rays hit something soon.
  static constexpr std::uint32_t boxes_at_once = RayOnWay::before, boxes_at_first = 3;
  static constexpr std::size_t most_nodes = boxes_at_once * RayNodes::fanout;  // of a way
  /// There is room for all that as many ways may list: 64 list seldom more.
  static constexpr std::size_t ways_with_room = 16;
  /// A kernel writes so many more than it lists.
  static constexpr std::size_t padding = 16;

  RayOnWay* ways;
  const RaysToBoxes* rays;        // of the ways
  const RaysToObjects* at_balls;  // of the ways, for kernels that ask for these; else null
  const float* limits;            // of each way: what it enters behind is of no account
  std::uint32_t* going;           // ways that are to take a step,
  std::uint32_t asked;            // so many; then how many of these there was room for, the others remain as they are,
  std::uint32_t going_count;      // and how many took a step, the first ones of `going`: the rest are at their end
  std::uint32_t *nodes, *quarters;  // memory for what is looked into, and the padding:
  std::uint32_t at_once;            // boxes of each way, one of both
  std::uint32_t room;               // so many nodes, at least most_nodes, and all quarters in them
  /// What was found, where the quarters were: of sixteen objects each of which a ray may meet some, a bit for each, and
  /// for positions without an object; above these, which of `going` it is. Those of one follow those of another.
  std::uint32_t *met, met_count;
  std::uint32_t* begin[2];  // memory for where in both lists that of each of `going` begins, and for the last end

  static constexpr std::uint32_t going_of(std::uint32_t word) { return word >> 16; }
  static constexpr std::uint32_t objects_of(std::uint32_t word) { return word & 0xffff; }
};

/// Objects that rays may meet, as closed forms tell of them when they are entered.
struct RayEntries {
  static constexpr std::uint32_t room = 512;
  /// A kernel writes so many more than it finds.
  static constexpr std::uint32_t padding = 16;

  const RaysToObjects* rays;
  const RayWave* wave;          // after a step
  std::uint32_t next;           // of what it found
  const std::uint32_t* order;   // the index of the object at each position
  const std::uint32_t* groups;  // by index, or null
  bool any;                     // one hit of a ray is enough
  /// Of each way: 1, or a fraction by which it hits something that it sees; 0 of boxes is to be proven. Falls.
  float* limits;

  std::uint32_t found_count;
  /// The way of each that was found, where the object lies, and a fraction before which it is not hit, and by which it
  /// is, if that is no more than 1.
  std::uint32_t way[room + padding], position[room + padding];
  float lower[room + padding], upper[room + padding];
};

}  // namespace lockstep::detail
