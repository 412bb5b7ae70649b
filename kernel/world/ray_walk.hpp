// From the boxes at the top of a world to its blocks: those that a ray, or a box that moves, may enter, those of sixteen
// that it enters first before the others.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/bits.hpp"
#include "lockstep/cast.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// A motion of less than the one is taken for one of that, any more than the other leaves nothing out; and more than
/// the boxes of a set are off by for where they are, as a part of the origin (docs/numerics.md).
inline constexpr float least_motion = 0x1p-100F, most_motion = 0x1p100F, origin_bound = 0x1p-21F, least_room = 0x1p-90F;

/// False where the lanes can tell nothing of the ray, which is that of the middle of a box that reaches as far on either
/// side: boxes are larger by that.
inline bool prepare_ray(const Ray& ray, const Vec3& reach, RayToBoxes& to) {
  const float origin[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
  const float motion[3] = {ray.motion.x, ray.motion.y, ray.motion.z};
  const float half[3] = {reach.x, reach.y, reach.z};
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
  return is_good;
}

/// A world as all rays of a call walk through it.
struct WorldOfRays {
  WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with);

  const World::Store& store;
  const bool of_shapes;  // whose boxes the objects are
  const WorldKernels& kernels;
  std::array<const float*, 6> objects;
  std::array<OuterBoxes, 8> levels;  // 2^32 objects have seven
  float room = 0;                    // more than the boxes of objects are larger than what the top boxes are made of
};

inline WorldOfRays::WorldOfRays(const World::Store& of, bool boxes_of_shapes, const WorldKernels& with)
    : store(of), of_shapes(boxes_of_shapes), kernels(with), objects(of.from(0)) {
  for (std::size_t level = 0; level < store.levels.size(); ++level) levels[level] = store.levels[level].from(0);
  if (store.count == 0) return;
  const std::size_t top = store.levels.back().count;
  for (std::size_t s = 0; s < 3; ++s) {
    const float *const low = store.levels.back().from(0).stream[s], *const high = low + 3 * store.levels.back().pitch;
    room = std::max(room, 0x1p-16F * (*std::max_element(high, high + top) - *std::min_element(low, low + top)));
  }
}

class RayWalk {
 public:
  /// A box that is still to be looked into: when the ray enters it, no less than 0, in the upper half, its level and
  /// number in the lower one; and how much larger the boxes around what is in it are. Words, as halves that are written
  /// one by one could not be read together soon.
  struct Box {
    std::uint64_t place;
    float room;

    [[nodiscard]] float enter() const { return std::bit_cast<float>(static_cast<std::uint32_t>(place >> 32)); }
    [[nodiscard]] std::uint32_t level() const { return static_cast<std::uint32_t>(place) >> 28; }
    [[nodiscard]] std::size_t number() const { return place & 0xfffffff; }
  };
  /// No more boxes are still to be looked into at any time.
  static std::size_t most_on_way(const World::Store& store) { return (store.levels.size() + 1) * world_fanout; }

  RayWalk() = default;
  /// With memory for so many. `reach`: of a box around the ray's origin, half its sides.
  RayWalk(const WorldOfRays& world, const Ray& ray, Box* memory, const Vec3& reach = {0, 0, 0}) : on_way_(memory) {
    is_good_ = prepare_ray(ray, reach, ray_);
    if (world.store.count != 0) on_way_[open_++] = {std::uint64_t{world.store.levels.size()} << 28, world.room};
  }

  /// Goes to the next block that it may enter by `limit`. False if there is none. Its objects are on their way into
  /// the caches then.
  bool next(const WorldOfRays& world, float limit);
  /// Of this block.
  [[nodiscard]] std::size_t block() const { return block_.number(); }
  /// Its objects that it may meet by `limit`, a bit for each.
  [[nodiscard]] std::uint64_t objects(const WorldOfRays& world, float limit) const;

 private:
  void look_into(const WorldOfRays& world, const Box& box, float limit);

  Box block_;
  Box* on_way_ = nullptr;
  std::size_t open_ = 0;
  RayToBoxes ray_;
  bool is_good_ = false;
};

/// Sixteen boxes that make up one, or are the top ones: those that it may enter, so that the first one is the next.
/// Sorted by insertion, as they are few.
inline void RayWalk::look_into(const WorldOfRays& world, const Box& box, float limit) {
  const std::uint32_t level = box.level() - 1;
  const std::size_t first = box.number() * world_fanout;
  std::uint64_t met = first_bits(std::min(world_fanout, world.store.levels[level].count - first));
  BoxEntries entries;
  if (is_good_)
    met &= world.kernels.boxes_on_ray(world.levels[level], first, ray_, box.room, limit, entries);
  else
    entries = {};
  std::uint64_t sorted[world_fanout];
  std::size_t count = 0;
  for_each_bit(met, [&](std::size_t i) {
    const std::uint64_t key = std::uint64_t{std::bit_cast<std::uint32_t>(entries.enter[i])} << 32 | i;
    std::size_t at = count++;
    for (; at > 0 && sorted[at - 1] < key; --at) sorted[at] = sorted[at - 1];
    sorted[at] = key;
  });
  for (std::size_t k = 0; k < count; ++k)
    on_way_[open_++] = {sorted[k] + (std::uint64_t{level} << 28 | first), entries.room[sorted[k] % world_fanout]};
}

inline bool RayWalk::next(const WorldOfRays& world, float limit) {
  while (open_ != 0) {
    const Box box = on_way_[--open_];
    if (box.enter() > limit) continue;
    if (box.level() != 0) {
      look_into(world, box, limit);
      continue;
    }
    block_ = box;
    for (std::size_t s = 0; s < world.store.streams(); ++s)
      for (std::size_t at = 0; at < world_block; at += 16)
        __builtin_prefetch(world.objects[s] + box.number() * world_block + at);
    return true;
  }
  return false;
}

inline std::uint64_t RayWalk::objects(const WorldOfRays& world, float limit) const {
  const std::uint64_t alive = world.store.alive(block());
  if (!is_good_) return alive;
  auto* const kernel = world.kernels.objects_on_ray[static_cast<std::size_t>(world.store.kind)];
  return alive & kernel(world.objects.data(), block() * world_block, ray_, block_.room, limit);
}

}  // namespace lockstep::detail
