// Chooses the leaf block for an object that is inserted into a world.
#pragma once

#include <algorithm>
#include <limits>

#include "world/world_walk.hpp"

namespace lockstep::detail {

/// The insertion cost of a block: the growth of its half perimeter, plus an eighth of the half perimeter, since large
/// blocks would attract all objects otherwise. A full block has to be split, which costs another quarter.
inline float insertion_cost(const World::Store& store, std::size_t block, const Bounds3& box) {
  const BoxLevel& boxes = store.levels[0];
  const float half_perimeter = boxes.half_perimeter(block);
  const float growth = together(boxes.box(block), box).half_perimeter() - half_perimeter;
  return growth + half_perimeter * (store.alive(block) == ~std::uint64_t{0} ? 0.375F : 0.125F);
}

/// The block of the least insertion cost, by branch and bound: no block costs less than its distance. Enlarges the
/// boxes of all its ancestors to hold the object's box.
inline std::size_t choose_block(World::Store& store, const Vec3& middle, const Bounds3& box,
                                const WorldKernels& kernels) {
  float least = std::numeric_limits<float>::infinity();
  std::size_t chosen = store.blocks();
  WorldWalk walk(store, kernels);
  walk(
      middle, [&] { return square_of_reach(least); },
      [&](std::size_t block) {
        if (const float cost = insertion_cost(store, block, box); cost < least) least = cost, chosen = block;
      });
  if (chosen == store.blocks()) chosen = store.empty_block(kernels);
  std::size_t outer = chosen;
  for (BoxLevel& boxes : store.levels) {
    boxes.set(outer, together(boxes.box(outer), box));
    outer /= world_fanout;
  }
  return chosen;
}

}  // namespace lockstep::detail
