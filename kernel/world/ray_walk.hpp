// Rays, and boxes that move, on their ways through a world, step by step, in lanes (lanes/world/ray_step.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "lockstep/cast.hpp"
#include "world/walked_world.hpp"

namespace lockstep::detail {

/// A motion of less than the one is taken for one of that, any more than the other leaves nothing out; and more than
/// the boxes of a set are off by for where they are, as a part of the origin (docs/numerics.md).
inline constexpr float least_motion = 0x1p-100F, most_motion = 0x1p100F, origin_bound = 0x1p-21F, least_room = 0x1p-90F;
/// So is, along an axis, one of less than that part of what boxes are farther out by.
inline constexpr float least_of_room = 0x1p-10F;

/// The ray of the middle of a box that reaches as far on either side: boxes are larger by that. A ray of which the
/// lanes can tell nothing meets everything.
inline RayToBoxes prepare_ray(const Ray& ray, const Vec3& reach) {
  const float origin[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
  const float motion[3] = {ray.motion.x, ray.motion.y, ray.motion.z};
  const float half[3] = {reach.x, reach.y, reach.z};
  RayToBoxes to;
  bool is_good = true;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const float way = std::abs(motion[k]), from = std::abs(origin[k]);
    is_good = is_good && from <= most_motion && way <= most_motion && half[k] <= most_motion;  // NaN: no
    const float room = half[k] + ((from + half[k]) * origin_bound + least_room);
    const float sign = motion[k] < 0 ? -1.0F : 1.0F;
    to.inverse[k] = sign / std::max({way, least_motion, room * least_of_room});
    to.near_at[k] = (origin[k] + sign * room) * -to.inverse[k];
    to.far_at[k] = (origin[k] - sign * room) * -to.inverse[k];
    to.near_end[k] = motion[k] < 0 ? k + 3 : k, to.far_end[k] = motion[k] < 0 ? k : k + 3;
  }
  if (is_good) return to;
  // It enters all boxes before its start then, and leaves them behind its end, but boxes around nothing.
  for (std::size_t k = 0; k < 3; ++k) to.inverse[k] = 0x1p-126F, to.near_at[k] = -8, to.far_at[k] = 8;
  for (std::uint32_t k = 0; k < 3; ++k) to.near_end[k] = k, to.far_end[k] = k + 3;
  return to;
}

/// A world as all rays of a call walk through it.
struct WorldOfRays {
  WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with)
      : store(of), of_shapes(boxes_of_shapes), kernels(with), walked(walked_world(of)) {}

  const World::Store& store;
  const bool of_shapes;  // whose boxes the objects are
  const WorldKernels& kernels;
  const WalkedWorld walked;
};

/// Some rays that go through a world, and the memory for that.
class RaysOnWays {
 public:
  /// So many may take a step together: they wait for little, and their lists are short.
  static constexpr std::size_t at_once = 16;

  RaysOnWays(const WorldOfRays& world, std::size_t count);

  /// Way i is that of the ray. Others are at their end from the beginning.
  void start(std::size_t i, const RayToBoxes& ray) {
    if (world_.store.count != 0) ways_[i].ray = ray, ways_[i].open = RayOnWay::at_start;
  }
  /// The next step of up to `at_once` ways. Those that took one become the first of `going`, the others are at their
  /// end. What way i enters behind limits[i] is of no account. With `rays`, balls are seen along these.
  const RayWave& step(std::span<std::uint32_t> going, const float* limits, const RayToObjects* rays = nullptr);

 private:
  const WorldOfRays& world_;
  std::unique_ptr<RayOnWay[]> ways_;
  std::unique_ptr<std::uint64_t[]> boxes_;
  std::unique_ptr<std::uint32_t[]> lists_;
  std::unique_ptr<std::uint16_t[]> met_;
  RayWave wave_;
};

inline RaysOnWays::RaysOnWays(const WorldOfRays& world, std::size_t count) : world_(world), ways_(new RayOnWay[count]) {
  const RayNodes& tree = world.walked.for_rays;
  const std::size_t open = tree.levels == 0 ? 0 : most_open(tree), steps = std::min(count, at_once);
  const std::size_t nodes = steps * RayWave::most_nodes, quarters = steps * RayWave::most_quarters;
  boxes_.reset(new std::uint64_t[count * open]);
  lists_.reset(new std::uint32_t[nodes + quarters + 2 * RayWave::padding + 3 * (steps + 1)]);
  met_.reset(new std::uint16_t[quarters + 1]);
  wave_.ways = ways_.get(), wave_.met = met_.get();
  wave_.nodes = lists_.get(), wave_.quarters = wave_.nodes + nodes + RayWave::padding;
  for (std::size_t k = 0; k < 3; ++k) wave_.begin[k] = wave_.quarters + quarters + RayWave::padding + k * (steps + 1);
  for (std::size_t i = 0; i < count; ++i) ways_[i].open = 0, ways_[i].boxes = boxes_.get() + i * open;
}

inline const RayWave& RaysOnWays::step(std::span<std::uint32_t> going, const float* limits, const RayToObjects* rays) {
  wave_.going = going.data(), wave_.going_count = static_cast<std::uint32_t>(going.size());
  wave_.limits = limits, wave_.rays = rays;
  const WorldKernels& kernels = world_.kernels;
  (rays != nullptr ? kernels.step_rays_at_balls : kernels.step_rays[static_cast<std::size_t>(world_.store.kind)])(
      world_.walked, wave_);
  return wave_;
}

}  // namespace lockstep::detail
