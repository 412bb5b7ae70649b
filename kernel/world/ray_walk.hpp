// Rays, and boxes that move, on their ways through a world, step by step, in lanes (lanes/world/ray_step.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/bits.hpp"
#include "world/walked_world.hpp"

namespace lockstep::detail {

/// A world as all rays of a call walk through it.
struct WorldOfRays {
  WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with)
      : store(of), of_shapes(boxes_of_shapes), kernels(with), walked(walked_world(of)) {
    walked.for_rays = store.for_rays.nodes(store.quarters.data(), store.blocks(), kernels);
  }

  const World::Store& store;
  const bool of_shapes;  // whose boxes the objects are
  const WorldKernels& kernels;
  WalkedWorld walked;
};

/// Rays of a tile that go through a world, and the memory for that, which those of the next tile may use again.
class RaysOnWays {
 public:
  /// Up to so many.
  RaysOnWays(const WorldOfRays& world, std::size_t most);
  RaysOnWays(const RaysOnWays&) = delete;
  RaysOnWays& operator=(const RaysOnWays&) = delete;

  /// Those whose bits are set begin their ways. All others are at their end from the beginning.
  void start(const RaysToBoxes& rays, std::uint64_t those);
  /// The next step of some ways. Those that took one become the first of `going`; as many as there was no room for
  /// stay its last, and are to be asked again; the others are at their end. What way i enters behind limits[i] is of no
  /// account. With `at_balls`, balls are seen along the rays.
  const RayWave& step(std::span<std::uint32_t> going, const float* limits, const RaysToObjects* at_balls = nullptr);

 private:
  const WorldOfRays& world_;
  std::size_t most_;
  std::array<RayOnWay, RaysToBoxes::most> ways_;
  std::unique_ptr<std::uint64_t[]> boxes_;
  std::unique_ptr<std::uint32_t[]> lists_;
  RayWave wave_;
};

inline RaysOnWays::RaysOnWays(const WorldOfRays& world, std::size_t most) : world_(world), most_(most) {
  const std::size_t nodes = std::min<std::size_t>(most, RayWave::ways_with_room) * RayWave::most_nodes;
  const std::size_t quarters = nodes * RayNodes::fanout, begins = most + 1;
  lists_.reset(new std::uint32_t[nodes + 2 * (quarters + RayWave::padding + begins) + RayWave::padding]);
  wave_.ways = ways_.data(), wave_.room = static_cast<std::uint32_t>(nodes);
  wave_.nodes = lists_.get(), wave_.quarters = wave_.nodes + nodes + RayWave::padding;
  wave_.met = wave_.quarters + quarters + RayWave::padding;
  for (std::size_t k = 0; k < 2; ++k) wave_.begin[k] = wave_.met + quarters + RayWave::padding + k * begins;
  const RayNodes& tree = world.walked.for_rays;
  if (tree.levels == 0) return;
  // Those of a step that are put back come on top.
  const std::size_t before = RayOnWay::before, all = before + most_open(tree) + RayWave::boxes_at_once;
  boxes_.reset(new std::uint64_t[most * all]);
  for (std::size_t i = 0; i < most; ++i) {
    std::fill_n(&boxes_[i * all], before, ~std::uint64_t{0});
    ways_[i].boxes = &boxes_[i * all] + before;
  }
}

inline void RaysOnWays::start(const RaysToBoxes& rays, std::uint64_t those) {
  wave_.rays = &rays, wave_.at_once = RayWave::boxes_at_first;
  for (std::size_t i = 0; i < most_; ++i) ways_[i].open = (those >> i & 1) != 0 ? RayOnWay::at_start : 0;
}

inline const RayWave& RaysOnWays::step(std::span<std::uint32_t> going, const float* limits,
                                       const RaysToObjects* at_balls) {
  wave_.going = going.data(), wave_.asked = static_cast<std::uint32_t>(going.size());
  wave_.limits = limits, wave_.at_balls = at_balls, wave_.going_count = wave_.met_count = 0;
  if (world_.walked.for_rays.levels == 0) return wave_;  // all are at their end
  const WorldKernels& kernels = world_.kernels;
  (at_balls != nullptr ? kernels.step_rays_at_balls : kernels.step_rays[static_cast<std::size_t>(world_.store.kind)])(
      world_.walked, wave_);
  wave_.at_once = RayWave::boxes_at_once;
  return wave_;
}

}  // namespace lockstep::detail
