// Which block an object goes to that comes to a world.
#pragma once

#include <algorithm>
#include <limits>

#include "world/world_walk.hpp"

namespace lockstep::detail {

/// What a block loses that gets a box: how much longer its sides get, added up, and an eighth of how long they are, as
/// large blocks would draw all objects else; a full one, which has to be cut in two, a quarter more.
inline float loss_of(const World::Store& store, std::size_t block, const BoxNumbers& box) {
  const BoxLevel& boxes = store.levels[0];
  const float girth = boxes.girth(block), growth = girth_of(together(boxes.box(block), box)) - girth;
  return growth + girth * (store.alive(block) == ~std::uint64_t{0} ? 0.375F : 0.125F);
}

/// The block that loses least, by branch and bound: none loses less than its distance. The boxes around it hold the box
/// from now on.
inline std::size_t choose_block(World::Store& store, const Vec3& middle, const BoxNumbers& box,
                                const WorldKernels& kernels) {
  float least = std::numeric_limits<float>::infinity();
  std::size_t chosen = store.blocks();
  WorldWalk walk(store, kernels);
  walk(
      middle, [&] { return square_of_reach(least); },
      [&](std::size_t block) {
        if (const float loss = loss_of(store, block, box); loss < least) least = loss, chosen = block;
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
