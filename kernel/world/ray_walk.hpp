// Rays, and boxes that move, on their ways from block to block of a world, in lanes (lanes/world/ray_way.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "lockstep/cast.hpp"
#include "world/walked_world.hpp"

namespace lockstep::detail {

/// A motion of less than the one is taken for one of that, any more than the other leaves nothing out; and more than
/// the boxes of a set are off by for where they are, as a part of the origin (docs/numerics.md).
inline constexpr float least_motion = 0x1p-100F, most_motion = 0x1p100F, origin_bound = 0x1p-21F, least_room = 0x1p-90F;

/// The ray of the middle of a box that reaches as far on either side: boxes are larger by that. A ray of which the
/// lanes can tell nothing meets everything.
inline RayToBoxes prepare_ray(const Ray& ray, const Vec3& reach) {
  const float origin[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
  const float motion[3] = {ray.motion.x, ray.motion.y, ray.motion.z};
  const float half[3] = {reach.x, reach.y, reach.z};
  RayToBoxes to;
  bool is_good = true;
  for (int k = 0; k < 3; ++k) {
    is_good = is_good && std::abs(origin[k]) <= most_motion && std::abs(motion[k]) <= most_motion &&  // NaN: no
              half[k] <= most_motion;
    to.origin[k] = origin[k], to.sign[k] = motion[k] < 0 ? -1.0F : 1.0F;
    to.room[k] = half[k] + ((std::abs(origin[k]) + half[k]) * origin_bound + least_room);
    to.inverse[k] = to.sign[k] / std::max(std::abs(motion[k]), least_motion);
    const auto low = static_cast<std::uint32_t>(k), high = low + 3;
    to.near_end[k] = motion[k] < 0 ? high : low, to.far_end[k] = motion[k] < 0 ? low : high;
  }
  if (!is_good)
    for (float& x : to.origin) x = std::numeric_limits<float>::quiet_NaN();
  return to;
}

/// A world as all rays of a call walk through it.
struct WorldOfRays {
  WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with);

  const World::Store& store;
  const bool of_shapes;  // whose boxes the objects are
  const WorldKernels& kernels;
  const WalkedWorld walked;
  float room = 0;   // more than the boxes of objects are larger than what the top boxes are made of
  float reach = 0;  // no coordinate of these is larger
};

inline WorldOfRays::WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with)
    : store(of), of_shapes(boxes_of_shapes), kernels(with), walked(walked_world(of)) {
  if (store.count == 0) return;
  const std::size_t top = store.levels.back().count;
  for (std::size_t s = 0; s < 3; ++s) {
    const float *const low = store.levels.back().from(0).stream[s], *const high = low + 3 * store.levels.back().pitch;
    const float most = *std::max_element(high, high + top), least = *std::min_element(low, low + top);
    room = std::max(room, 0x1p-16F * (most - least)), reach = std::max({reach, most, -least});
  }
}

class RayWalk {
 public:
  using Box = RayOnWay::Box;
  /// No more boxes are still to be looked into at any time.
  static std::size_t most_on_way(const World::Store& store) {
    return (store.levels.size() + RayOnWay::boxes_at_once) * world_fanout;
  }

  RayWalk() = default;
  /// With memory for so many. `reach`: of a box around the ray's origin, half its sides.
  RayWalk(const WorldOfRays& world, const Ray& ray, Box* memory, const Vec3& reach = {0, 0, 0})
      : way_{prepare_ray(ray, reach), memory, 0, 0, 0, false, 0} {
    if (world.store.count != 0) memory[way_.open++] = {start_of_walk(world.store), world.room, world.reach};
  }

  /// Goes to the next block with objects that it may meet by `limit`; or to one that is asked for, and others go on
  /// before it comes. False if there is none.
  bool next(const WorldOfRays& world, float limit) {
    return world.kernels.go_on[static_cast<std::size_t>(world.store.kind)](world.walked, way_, limit);
  }
  /// Of this block.
  [[nodiscard]] std::size_t block() const { return way_.block; }
  /// These objects, a bit for each.
  [[nodiscard]] std::uint64_t objects() const { return way_.met; }

 private:
  RayOnWay way_{};
};

}  // namespace lockstep::detail
