// The way of a ray from the boxes at the top of a world to its blocks: those that it may enter, those of sixteen that
// it enters first before the others.
#pragma once

#include "lanes/world/box_order.hpp"
#include "lanes/world/ray_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayOnWay;

/// Of so many boxes from `first` on, `most` at most, those that the ray may enter. Boxes around what is in them are
/// larger by a part of their longest side.
template <std::size_t most>
void look_into(const WalkedWorld& world, RayOnWay& way, std::uint32_t level, std::uint32_t first, int behind,
               float room, float limit) {
  const detail::OuterBoxes& boxes = world.boxes[level];
  const LaneRay<ViewKind::aabbs> lanes(boxes.stream, first, way.ray, room);
  BoxOrderOf<most> order;
  float rooms[BoxOrderOf<most>::room], reaches[BoxOrderOf<most>::room];
  for (int i = 0; i < behind; i += Real::width) {
    const RaySpan span = lanes.across(static_cast<std::size_t>(i), limit);
    const std::uint32_t at = first + static_cast<std::uint32_t>(i);
    const auto low = [&](int k) { return Real::load(boxes.stream[k] + at); };
    const auto high = [&](int k) { return Real::load(boxes.stream[k + 3] + at); };
    const auto side = [&](int k) { return high(k) - low(k); };
    const Mask met = span.is_met() & lanes_before(behind - i);
    const Real lowest = min(min(low(0), low(1)), low(2)), highest = max(max(high(0), high(1)), high(2));
    compress(rooms + order.count, max(max(side(0), side(1)), side(2)) * Real(ray_room), met);
    compress(reaches + order.count, max(highest, -lowest), met);
    order.add(max(span.soonest(), Real(0)), at, met);
  }
  RayOnWay::Box* const open = way.boxes + way.open;
  for (int i = 0; i < order.count; ++i) open[order.later_than(i)] = {order.place(i, level), rooms[i], reaches[i]};
  way.open += static_cast<std::uint32_t>(order.count);
}
/// The sixteen boxes that make up one, or are the top ones.
inline void look_into(const WalkedWorld& world, RayOnWay& way, std::uint32_t level, std::uint32_t first, float room,
                      float limit) {
  look_into<detail::world_fanout>(world, way, level, first, boxes_behind(world, level, first), room, limit);
}

/// The next boxes around blocks, a few at a time, whose loops end at branches that nobody foresees: goes on with the
/// blocks that the ray may enter.
inline void look_into_some(const WalkedWorld& world, RayOnWay& way, float limit) {
  constexpr auto fanout = static_cast<std::uint32_t>(detail::world_fanout);
  std::uint32_t first[RayOnWay::boxes_at_once], count = 0;
  float room = 0;
  for (; count < RayOnWay::boxes_at_once && way.open != 0; ++count, --way.open) {
    const RayOnWay::Box& next = way.boxes[way.open - 1];
    const BoxPlace box(next.place);
    if (box.level != 1) break;
    first[count] = box.number * fanout, room = next.room > room ? next.room : room;
  }
  const LaneRay<ViewKind::aabbs> lanes(world.boxes[0].stream, 0, way.ray, room);
  BoxOrderOf<RayOnWay::boxes_at_once * fanout> order;
  for (std::uint32_t k = 0; k < count; ++k) {
    const int behind = boxes_behind(world, 0, first[k]);
    for (int i = 0; i < behind; i += Real::width) {
      const std::uint32_t at = first[k] + static_cast<std::uint32_t>(i);
      const RaySpan span = lanes.across(at, limit);
      order.add(max(span.soonest(), Real(0)), at, span.is_met() & lanes_before(behind - i));
    }
  }
  RayOnWay::Box* const open = way.boxes + way.open;
  for (int i = 0; i < order.count; ++i) open[order.later_than(i)] = {order.place(i, 0), room, 0};
  way.open += static_cast<std::uint32_t>(order.count);
}

/// See detail::WorldKernels.
template <ViewKind K>
[[gnu::flatten]] bool go_on(const WalkedWorld& world, RayOnWay& way, float limit) {
  LaneRay<K> lanes(world.objects, 0, way.ray, way.room);
  // Whether the ray may meet an object of the block at hand.
  const auto look_into_block = [&] {
    way.met = world.living[way.block] & objects_on_ray<K>(lanes, std::size_t{way.block} * detail::world_block, limit);
    return way.met != 0;
  };
  if (way.is_at_block) {
    way.is_at_block = false;
    if (look_into_block()) return true;
  }
  way.met = 0;
  while (way.open != 0) {
    const RayOnWay::Box next = way.boxes[way.open - 1];
    const BoxPlace box(next.place);
    if (box.key > limit) {
      --way.open;
      continue;
    }
    if (box.level == 1) {
      look_into_some(world, way, limit);
      continue;
    }
    --way.open;
    if (box.level != 0) {
      look_into(world, way, box.level - 1, box.number * detail::world_fanout, next.room, limit);
      continue;
    }
    if (next.room != way.room) lanes = LaneRay<K>(world.objects, 0, way.ray, next.room);
    way.block = box.number, way.room = next.room;
    if (world.is_beyond_caches) {
      prefetch_block<K>(world, box.number);
      return way.is_at_block = true;
    }
    if (look_into_block()) return true;
  }
  return false;
}

}  // namespace lockstep::LOCKSTEP_ISA
