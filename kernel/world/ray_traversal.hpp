// BVH traversal of a world by rays and by moving boxes, one step at a time, in lanes (lanes/world/ray_step.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.hpp"
#include "base/buffer.hpp"
#include "world/world_view.hpp"

namespace lockstep::detail {

/// A view of a world that all rays of a call traverse.
struct WorldOfRays {
  WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with)
      : store(of), of_shapes(boxes_of_shapes), kernels(with), view(world_view(of)) {
    view.for_rays = store.for_rays.nodes(store.leaf_boxes.data(), store.blocks(), kernels);
  }

  const World::Store& store;
  const bool of_shapes;  // whether the objects are boxes of shapes
  const WorldKernels& kernels;
  WorldView view;
};

/// The traversal states of the rays of a tile. The memory is reused for the next tile.
class WavefrontTraversal {
 public:
  /// For up to `most` rays.
  WavefrontTraversal(const WorldOfRays& world, std::size_t most);
  WavefrontTraversal(const WavefrontTraversal&) = delete;
  WavefrontTraversal& operator=(const WavefrontTraversal&) = delete;

  /// Starts the rays whose bits are set. The traversal of all other rays ends at once.
  void start(const RaysToBoxes& rays, std::uint64_t those);
  /// Advances the rays in `active` by one step. Rays that advanced come first in `active` afterwards. Rays for which
  /// there was no room come last and must be passed again. The others have ended. Boxes that ray i enters behind
  /// limits[i] are culled. With `at_balls`, balls are tested against the lines of the rays instead of by their boxes.
  const RayWave& step(std::span<std::uint32_t> active, const float* limits, const RaysToObjects* at_balls = nullptr);

 private:
  const WorldOfRays& world_;
  std::size_t most_;
  std::array<RayState, RaysToBoxes::most> states_;
  Buffer<std::uint64_t> boxes_{scratch_here()};
  Buffer<std::uint32_t> lists_{scratch_here()};
  RayWave wave_;
};

inline WavefrontTraversal::WavefrontTraversal(const WorldOfRays& world, std::size_t most) : world_(world), most_(most) {
  const std::size_t nodes = std::min<std::size_t>(most, RayWave::rays_with_room) * RayWave::most_nodes;
  const std::size_t leaves = nodes * RayNodes::fanout, begins = most + 1;
  wave_.states = states_.data(), wave_.room = static_cast<std::uint32_t>(nodes);
  wave_.nodes = lists_.room_for(nodes + 2 * (leaves + RayWave::padding + begins) + RayWave::padding);
  wave_.leaves = wave_.nodes + nodes + RayWave::padding;
  wave_.met = wave_.leaves + leaves + RayWave::padding;
  for (std::size_t k = 0; k < 2; ++k) wave_.begin[k] = wave_.met + leaves + RayWave::padding + k * begins;
  const RayNodes& tree = world.view.for_rays;
  if (tree.levels == 0) return;
  // Boxes that a step puts back go on top.
  const std::size_t before = RayState::before, all = before + most_open(tree) + RayWave::boxes_at_once;
  std::uint64_t* const boxes = boxes_.room_for(most * all);
  for (std::size_t i = 0; i < most; ++i) {
    std::fill_n(boxes + i * all, before, ~std::uint64_t{0});
    states_[i].boxes = boxes + i * all + before;
  }
}

inline void WavefrontTraversal::start(const RaysToBoxes& rays, std::uint64_t those) {
  wave_.rays = &rays, wave_.at_once = RayWave::boxes_at_first;
  for (std::size_t i = 0; i < most_; ++i) states_[i].open = (those >> i & 1) != 0 ? RayState::at_start : 0;
}

inline const RayWave& WavefrontTraversal::step(std::span<std::uint32_t> active, const float* limits,
                                               const RaysToObjects* at_balls) {
  wave_.active = active.data(), wave_.asked = static_cast<std::uint32_t>(active.size());
  wave_.limits = limits, wave_.at_balls = at_balls, wave_.active_count = wave_.met_count = 0;
  if (world_.view.for_rays.levels == 0) return wave_;  // all traversals have ended
  const WorldKernels& kernels = world_.kernels;
  (at_balls != nullptr ? kernels.step_rays_at_balls : kernels.step_rays[static_cast<std::size_t>(world_.store.kind)])(
      world_.view, wave_);
  wave_.at_once = RayWave::boxes_at_once;
  return wave_;
}

}  // namespace lockstep::detail
