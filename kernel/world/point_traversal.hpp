// Traversal from the root of a world to the blocks that may be within reach of a point, nearest child first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "world/world_store.hpp"

namespace lockstep::detail {

class PointTraversal {
 public:
  PointTraversal(const World::Store& store, const WorldKernels& kernels) : store_(store), kernels_(kernels) {}

  /// Calls use(block) for each. reach_square() is an upper bound of the squared reach and may shrink during traversal.
  template <class ReachSquare, class Use>
  void operator()(const Vec3& point, const ReachSquare& reach_square, const Use& use) {
    open_ = 0;
    if (store_.count == 0) return;
    push(point, static_cast<std::uint32_t>(store_.levels.size() - 1), 0, reach_square());
    while (open_ != 0) {
      const Box box = stack_[--open_];
      if (!(box.square <= reach_square())) continue;
      if (box.level == 0)
        use(box.number);
      else
        push(point, box.level - 1, box.number * world_fanout, reach_square());
    }
  }

 private:
  struct Box {
    float square;  // a lower bound of the squared distance
    std::uint32_t level;
    std::size_t number;
  };

  /// Pushes the sixteen children from `first` on, nearest on top. Insertion sort, since they are few.
  void push(const Vec3& point, std::uint32_t level, std::size_t first, float reach_square) {
    const BoxLevel& boxes = store_.levels[level];
    float squares[world_fanout];
    kernels_.squares_to_boxes(boxes.from(0), first, point, squares);
    const std::size_t bottom = open_, count = std::min(world_fanout, boxes.count - first);
    for (std::size_t i = 0; i < count; ++i) {
      if (!(squares[i] <= reach_square)) continue;
      std::size_t at = open_++;
      for (; at > bottom && stack_[at - 1].square < squares[i]; --at) stack_[at] = stack_[at - 1];
      stack_[at] = {squares[i], level, first + i};
    }
  }

  const World::Store& store_;
  const WorldKernels& kernels_;
  std::array<Box, 8 * world_fanout> stack_;  // 2^32 objects have seven levels
  std::size_t open_ = 0;
};

/// An upper bound of the squared reach, with the rounding of the kernels.
inline float square_of_reach(float reach) { return reach * reach * (1 + 0x1p-20F) + 0x1p-120F; }

}  // namespace lockstep::detail
