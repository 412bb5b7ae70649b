// The blocks of a world near a point, found by breadth-first traversal of its levels: with few mispredicted
// branches, and no box waits for another box of its level.
#pragma once

#include "lanes/world/nearest_box_order.hpp"
#include "lanes/world/point_distances.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::NearestState;

/// At least the square of a reach, with room for the rounding errors of the squares that are compared with it.
inline float square_of_reach(float reach) { return reach * reach * (1 + distance_square_bound) + lost_square; }

/// The boxes of a level within reach. `most_blocks` is the limit.
struct BoxesNear : BoxOrderOf<NearestState::most_blocks + detail::world_fanout> {
  /// Adds those of the sixteen children of a box of the next level.
  void add_children(const WorldView& world, const Vec& point, std::uint32_t level, std::uint32_t box,
                    const Real& reach_square) {
    const std::uint32_t first = box * static_cast<std::uint32_t>(detail::world_fanout);
    const int behind = boxes_behind(world, level, first);
    alignas(64) float squares[detail::world_fanout];
    put_squares(world.boxes[level], first, point, squares);
    for (int i = 0; i < behind; i += Real::width) {
      const Real square = Real::load(squares + i);
      add(square, first + static_cast<std::uint32_t>(i), (square <= reach_square) & lanes_before(behind - i));
    }
  }
};

/// Puts the blocks within reach on the stack, the nearest last. False if there are too many.
inline bool put_blocks(const WorldView& world, NearestState& state, const Vec& point) {
  const Real reach_square(square_of_reach(state.within));
  BoxesNear boxes[2];
  BoxesNear *above = &boxes[0], *below = &boxes[1];
  above->number[0] = 0, above->count = 1;
  for (std::uint32_t level = BoxKey(state.top).level; level-- != 0;) {
    below->count = 0;
    for (int k = 0; k < above->count; ++k) {
      below->add_children(world, point, level, above->number[k], reach_square);
      if (below->count > NearestState::most_blocks) return false;
    }
    BoxesNear* const next = above;
    above = below, below = next;
  }
  for (int i = 0; i < above->count; ++i) state.boxes[above->later_than(i)] = above->word(i, 0);
  state.open = static_cast<std::uint32_t>(above->count);
  return true;
}

}  // namespace lockstep::LOCKSTEP_ISA
