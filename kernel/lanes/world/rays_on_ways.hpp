// The ways of rays through a world to what each hits first: sixteen boxes at a time down to blocks, and of these
// objects by closed forms. A hit that float lanes prove ends the way; what they leave of all rays goes through double
// lanes later.
#pragma once

#include <type_traits>

#include "lanes/world/box_on_ray.hpp"
#include "lanes/world/ray_way.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RaysOnWays;

template <ViewKind K>
using RayAt = std::conditional_t<K == ViewKind::spheres, RayAtBalls, RayAtBoxes>;
template <ViewKind K>
using FormOnRay = std::conditional_t<K == ViewKind::spheres, BallOnRay, BoxOnRay>;
inline constexpr unsigned every_lane = (1U << (Real::width - 1) << 1) - 1;

/// The next boxes around blocks, a few at a time: the blocks that the ray may enter, which are asked for.
template <ViewKind K>
void choose_blocks(const WalkedWorld& world, RaysOnWays::Walk& walk) {
  constexpr auto fanout = static_cast<std::uint32_t>(detail::world_fanout);
  walk.room = walk.reach = 0;
  std::uint32_t count = 0;
  for (; count < RaysOnWays::boxes_at_once && walk.way.open != 0; ++count, --walk.way.open) {
    const RayOnWay::Box& next = walk.way.boxes[walk.way.open - 1];
    const BoxPlace box(next.place);
    if (box.level != 1) break;
    walk.first[count] = box.number * fanout;
    walk.room = next.room > walk.room ? next.room : walk.room;
    walk.reach = next.reach > walk.reach ? next.reach : walk.reach;
  }
  const LaneRay<ViewKind::aabbs> lanes(world.boxes[0].stream, 0, walk.way.ray, walk.room);
  for (std::uint32_t k = 0; k < count; ++k) {
    const int behind = boxes_behind(world, 0, walk.first[k]);
    for (int i = 0; i < behind; i += Real::width) {
      const RaySpan span = lanes.across(walk.first[k] + static_cast<std::uint32_t>(i), walk.limit);
      span.soonest().store(walk.enter + k * fanout + i);
      const unsigned met = bits(span.is_met()) & bits(lanes_before(behind - i));
      walk.met |= std::uint64_t{met} << (k * fanout + static_cast<std::uint32_t>(i));
    }
  }
  if (!world.is_beyond_caches) return;
  for (std::uint64_t left = walk.met; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(left));
    prefetch_block<K>(world, walk.first[i / fanout] + i % fanout);
  }
}

/// Goes to the next blocks; false: there are none.
template <ViewKind K>
bool go_to_blocks(const WalkedWorld& world, RaysOnWays::Walk& walk) {
  while (walk.met == 0) {
    if (walk.way.open == 0) return false;
    const RayOnWay::Box next = walk.way.boxes[walk.way.open - 1];
    const BoxPlace box(next.place);
    if (box.key > walk.limit) {
      --walk.way.open;
    } else if (box.level == 1) {
      choose_blocks<K>(world, walk);
    } else {
      --walk.way.open;
      look_into(world, walk.way, box.level - 1, box.number * detail::world_fanout, next.room, walk.limit);
    }
  }
  return true;
}

/// Looks at the boxes at the top, or at those on the level below if these are not many.
inline void start_walk(const WalkedWorld& world, const RaysOnWays& all, RaysOnWays::Walk& walk) {
  walk.way.boxes = walk.boxes, walk.way.open = 0, walk.met = 0, walk.limit = 1;
  std::uint32_t level = all.levels - 1;
  if (level > 1 && world.count[level - 1] <= RaysOnWays::first_boxes) --level;
  if (level == 0) {
    walk.boxes[walk.way.open++] = {std::uint64_t{1} << 28, all.start_room, all.reach};
    return;
  }
  look_into<RaysOnWays::first_boxes>(world, walk.way, level, 0, static_cast<int>(world.count[level]), all.start_room,
                                     1);
}

/// For the objects of a block.
inline bool has_room(const RaysOnWays& all) { return all.found_count + detail::world_block <= RaysOnWays::room; }

/// Lists an object, if the ray sees it. `upper` is above 1 where no hit is proven, or supposed at the start.
inline void list_object(RaysOnWays& all, RaysOnWays::Walk& walk, std::uint32_t position, float lower, float upper) {
  if (lower > walk.limit) return;
  if (all.groups != nullptr && (all.groups[all.order[position]] & all.rays[walk.ray].mask) == 0) return;
  all.found[all.found_count++] = {walk.ray, position, lower};
  if (upper < walk.limit) walk.limit = upper;
  if (all.any && upper <= 1) walk.way.open = 0, walk.met = 0;
}

/// W objects of the block at hand, a bit for each of which the form leaves something.
template <ViewKind K, class Form>
void list_objects(const WalkedWorld& world, RaysOnWays& all, RaysOnWays::Walk& walk, std::size_t bit, const Form& form,
                  unsigned left) {
  const std::size_t first = std::size_t{walk.way.block} * detail::world_block;
  const EntryBounds entries = form.entries();
  Real lower = entries.lower;
  left &= ~bits(entries.missed);
  if (const unsigned open = left & ~bits(entries.hit); open != 0) {
    // Of these nothing is known but what the boxes of a set around them say.
    const RaySpan box = LaneRay<K>(world.objects, first, walk.way.ray, walk.way.room).across(bit, walk.limit);
    lower = select(entries.hit, lower, max(box.soonest(), Real(0)));
    left &= ~open | bits(box.is_met());
  }
  float lowers[Real::width], uppers[Real::width];
  const Real upper = select(entries.hit & (entries.upper <= Real(1)), entries.upper, Real(2));
  lower.store(lowers), select(entries.holds_start, Real(0), upper).store(uppers);
  for (; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    list_object(all, walk, static_cast<std::uint32_t>(first + bit + lane), lowers[lane], uppers[lane]);
  }
}

/// The objects that a ray may hit, seen along it or by their boxes.
template <ViewKind K>
struct ObjectsAbout;
template <>
struct ObjectsAbout<ViewKind::spheres> : BallsAlongRay {
  ObjectsAbout(const WalkedWorld&, const RayAtBalls& ray, float reach, const RaysOnWays::Walk& walk)
      : BallsAlongRay(ray, walk.reach > reach ? walk.reach : reach) {}
  [[nodiscard]] Mask left(const WalkedWorld& world, std::size_t first, float) const {
    return !missed(world.objects, first);
  }
};
template <>
struct ObjectsAbout<ViewKind::aabbs> : LaneRay<ViewKind::aabbs> {
  ObjectsAbout(const WalkedWorld& world, const RayAtBoxes&, float, const RaysOnWays::Walk& walk)
      : LaneRay(world.objects, 0, walk.way.ray, walk.room) {}
  [[nodiscard]] Mask left(const WalkedWorld&, std::size_t first, float limit) const {
    return across(first, limit).is_met();
  }
};

/// The 64 objects of a block, of which some are left.
template <ViewKind K>
void look_at_objects(const WalkedWorld& world, const RayAt<K>& ray, RaysOnWays& all, RaysOnWays::Walk& walk,
                     std::uint64_t left) {
  const std::size_t first = std::size_t{walk.way.block} * detail::world_block;
  while (left != 0) {
    const std::size_t bit = static_cast<unsigned>(__builtin_ctzll(left)) / Real::width * Real::width;
    const FormOnRay<K> form(ray, world.objects, first + bit);
    const auto of_form = ~bits(form.line_misses()) & static_cast<unsigned>(left >> bit) & every_lane;
    left &= ~(std::uint64_t{every_lane} << bit);
    if (of_form != 0) list_objects<K>(world, all, walk, bit, form, of_form);
  }
}

/// Looks into the blocks that were chosen, as long as there is room for what they hold.
template <ViewKind K>
void look_into_blocks(const WalkedWorld& world, const RayAt<K>& ray, RaysOnWays& all, RaysOnWays::Walk& walk) {
  constexpr auto fanout = static_cast<std::uint32_t>(detail::world_fanout);
  const ObjectsAbout<K> about(world, ray, all.rays[walk.ray].reach, walk);
  walk.way.room = walk.room;
  while (walk.met != 0 && has_room(all)) {
    const auto i = static_cast<std::uint32_t>(__builtin_ctzll(walk.met));
    walk.met &= walk.met - 1;
    if (walk.enter[i] > walk.limit) continue;
    const std::uint32_t block = walk.first[i / fanout] + i % fanout;
    const std::size_t first = std::size_t{block} * detail::world_block;
    std::uint64_t left = 0;
    for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width)
      left |= std::uint64_t{bits(about.left(world, first + bit, walk.limit))} << bit;
    left &= world.living[block];
    if (left == 0) continue;
    walk.way.block = block;
    look_at_objects<K>(world, ray, all, walk, left);
  }
}

/// All rays in turn: each to its next blocks, then each into these. The next ray takes the place of one that is done.
template <ViewKind K>
[[gnu::flatten]] void walk_rays(const WalkedWorld& world, RaysOnWays& all) {
  RayAt<K> rays[RaysOnWays::at_once];
  for (std::uint32_t i = 0; i < all.live; ++i) rays[all.number[i]] = RayAt<K>(all.rays[all.walk[all.number[i]].ray]);
  const auto start = [&](std::uint32_t number) {
    RaysOnWays::Walk& walk = all.walk[number];
    rays[number] = RayAt<K>(all.rays[all.next]);
    walk.way.ray = all.rays[all.next].boxes, walk.ray = all.next++;
    start_walk(world, all, walk);
  };
  for (; all.live < RaysOnWays::at_once && all.next < all.count; ++all.live) start(all.number[all.live] = all.live);
  while (all.live != 0) {
    for (std::uint32_t i = 0; i < all.live;) {
      RaysOnWays::Walk& walk = all.walk[all.number[i]];
      if (go_to_blocks<K>(world, walk)) {
        ++i;
        continue;
      }
      all.limits[walk.ray] = walk.limit;
      if (all.next < all.count)
        start(all.number[i]);
      else
        all.number[i] = all.number[--all.live];
    }
    for (std::uint32_t i = 0; i < all.live; ++i)
      look_into_blocks<K>(world, rays[all.number[i]], all, all.walk[all.number[i]]);
    if (!has_room(all)) return;
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
