// Traversal from the root of a world to the blocks whose boxes overlap a given box.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "world/world_store.hpp"

namespace lockstep::detail {

class BoxTraversal {
 public:
  BoxTraversal(const World::Store& store, const WorldKernels& kernels) : store_(store), kernels_(kernels) {}

  /// Calls use(block) for each such block until it returns true. Returns whether a call did.
  template <class Use>
  bool operator()(const float (&box)[6], const Use& use) const {
    return store_.count != 0 && visit(box, store_.levels.size() - 1, 0, use);
  }

 private:
  /// Tests the sixteen children of one node.
  template <class Use>
  bool visit(const float (&box)[6], std::size_t level, std::size_t first, const Use& use) const {
    const BoxLevel& boxes = store_.levels[level];
    const std::size_t count = std::min(world_fanout, boxes.count - first);
    unsigned met = kernels_.overlapping_boxes(boxes.from(0), first, box) & ((1U << count) - 1);
    for (; met != 0; met &= met - 1) {
      const std::size_t at = first + static_cast<unsigned>(std::countr_zero(met));
      if (level == 0 ? use(at) : visit(box, level - 1, at * world_fanout, use)) return true;
    }
    return false;
  }

  const World::Store& store_;
  const WorldKernels& kernels_;
};

}  // namespace lockstep::detail
