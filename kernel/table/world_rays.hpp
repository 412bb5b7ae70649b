// Rays on their ways through a kept world, as kernels know them. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// A ray as boxes are held against it: it meets a plane at the fraction plane * inverse + near_at of its motion, or
/// + far_at of a plane behind which it leaves.
struct RayToBoxes {
  float inverse[3];                       // of the motion
  float near_at[3], far_at[3];            // boxes are farther out by that for where they are
  std::uint32_t near_end[3], far_end[3];  // of a box, the numbers that the ray meets first and last
};

/// A ray as objects themselves are held against it. Its motion is no less than 2^-100 along its longest axis, and none
/// of 2^-126 or less but 0 along any.
struct RayToObjects {
  RayToBoxes boxes;
  float origin[3];
  float direction[3], per_length;    // of the motion, a unit vector and the reciprocal of its length
  float per_motion[3];               // reciprocals, infinite of 0
  float across[2][3], at_across[2];  // unit vectors across the motion and each other, and where the ray is along them
  float reach;                       // the largest coordinate of where it starts, without its sign
  std::uint32_t mask;
};

/// Boxes around sixteen objects, which are level 0, and around sixteen boxes each of the level below, up to level
/// `levels` - 1, which is `coarse` or above. Sixteen lie side by side: six rows of as many numbers, low corners first.
/// Behind the last one of a level follow boxes around nothing.
struct RayNodes {
  static constexpr std::size_t most_levels = 8;  // 2^32 objects have seven
  static constexpr std::uint32_t coarse = 2;     // around 4096 objects
  static constexpr std::size_t fanout = 16, node_floats = 6 * fanout;

  const float* nodes[most_levels];
  std::uint32_t count[most_levels];  // of boxes
  std::uint32_t levels;
};

/// A ray on its way through a world.
struct RayOnWay {
  /// So many boxes are looked at to begin with, if there are no more on their level.
  static constexpr std::uint32_t first_boxes = 128;
  static constexpr std::uint32_t at_start = ~0U;

  RayToBoxes ray;
  float room, reach;   // of the objects that it has come to: more than boxes of a set around them are larger than they
                       // are, and no coordinate is larger
  std::uint32_t open;  // boxes to look into, or `at_start`
  std::uint64_t* boxes;  // these, as words of float lanes; the last one is the next. Room for most_open(nodes)
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
  static constexpr std::uint32_t boxes_at_once = 3;
  static constexpr std::size_t most_nodes = boxes_at_once * RayNodes::fanout;  // of a way
  static constexpr std::size_t most_quarters = most_nodes * RayNodes::fanout;  // of a way
  /// A kernel writes so many more than it lists.
  static constexpr std::size_t padding = 16;

  RayOnWay* ways;
  const RayToObjects* rays;           // of the ways, for kernels that ask for objects themselves; else null
  const float* limits;                // of each way: what it enters behind is of no account
  std::uint32_t *going, going_count;  // ways that are to take a step; then those that did, the others are at their end
  std::uint32_t *nodes, *quarters;    // memory for what is looked into, and the padding
  /// What was found, where the quarters were: sixteen objects each of which the ray may meet some, a bit for each, and
  /// for positions without an object.
  std::uint16_t* met;
  std::uint32_t* begin[3];  // memory for where in these three that of each of `going` begins, and for the last end
};

/// An object that a ray may hit, and no sooner than at that fraction of its motion.
struct ObjectOnRay {
  std::uint32_t ray, position;
  float lower;
};

/// Objects that rays may meet, as closed forms tell of them when they are entered.
struct RayEntries {
  static constexpr std::uint32_t room = 512;

  const RayToObjects* rays;
  const RayWave* wave;             // after a step
  std::uint32_t next_going, next;  // in it, what comes next: one of `going`, and of what was found
  const std::uint32_t* order;      // the index of the object at each position
  const std::uint32_t* groups;     // by index, or null
  bool any;                        // one hit of a ray is enough
  /// Of each way: 1, or a fraction by which it hits something that it sees; 0 of boxes is to be proven. Falls.
  float* limits;

  std::uint32_t found_count;
  ObjectOnRay found[room];
};

}  // namespace lockstep::detail
