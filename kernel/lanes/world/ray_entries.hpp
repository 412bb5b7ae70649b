// When rays enter the objects that they may meet, by closed forms. A hit that float lanes prove ends the way; what they
// leave of all rays goes through double lanes later.
#pragma once

#include <type_traits>

#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/box_on_ray.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::living_in;
using detail::RayEntries;
using detail::WalkedWorld;

template <ViewKind K>
using FormOnRay = std::conditional_t<K == ViewKind::spheres, BallOnRay, BoxOnRay>;
template <ViewKind K>
using RayAt = std::conditional_t<K == ViewKind::spheres, RayAtBalls, RayAtBoxes>;

/// Lists an object, if the ray sees it. `upper` is above 1 where no hit is proven, or supposed at the start.
inline void list_object(RayEntries& all, std::uint32_t way, std::uint32_t position, float lower, float upper) {
  if (lower > all.limits[way]) return;
  if (all.groups != nullptr && (all.groups[all.order[position]] & all.rays->mask[way]) == 0) return;
  all.found[all.found_count++] = {way, position, lower};
  if (upper < all.limits[way]) all.limits[way] = upper;
  if (all.any && upper <= 1) all.wave->ways[way].open = 0;
}

/// W objects from `first` on, a bit for each of which the form leaves something.
template <ViewKind K, class Form>
void list_objects(const WalkedWorld& world, RayEntries& all, std::uint32_t way, std::uint32_t first, const Form& form,
                  unsigned left) {
  const EntryBounds entries = form.entries();
  Real lower = entries.lower;
  left &= ~bits(entries.missed);
  if (const unsigned open = left & ~bits(entries.hit); open != 0) {
    // Of these nothing is known but what the boxes of a set around them say.
    const float room = all.wave->ways[way].room;
    const RaySpan box = ObjectsByBoxes<K>(world.objects, all.rays->boxes, way, all.limits[way], room).across(first);
    lower = select(entries.hit, lower, max(box.soonest(), Real(0)));
    left &= ~open | bits(box.is_met());
  }
  float lowers[Real::width], uppers[Real::width];
  const Real upper = select(entries.hit & (entries.upper <= Real(1)), entries.upper, Real(2));
  lower.store(lowers), select(entries.holds_start, Real(0), upper).store(uppers);
  for (; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    list_object(all, way, first + lane, lowers[lane], uppers[lane]);
  }
}

/// Of sixteen objects that the way may meet.
template <ViewKind K>
void enter_quarter(const WalkedWorld& world, RayEntries& all, std::uint32_t way, const RayAt<K>& ray,
                   std::uint32_t quarter, unsigned met) {
  constexpr auto width = static_cast<unsigned>(Real::width), every_lane = (1U << (width - 1) << 1) - 1;
  constexpr auto size = static_cast<std::uint32_t>(detail::world_quarter);
  met &= living_in(world, quarter);
  for (unsigned lane = 0; lane < detail::world_quarter; lane += width) {
    const unsigned asked = met >> lane & every_lane;
    if (asked == 0) continue;
    const FormOnRay<K> form(ray, world.objects, quarter * size + lane);
    const unsigned left = asked & ~bits(form.line_misses());
    if (left != 0) list_objects<K>(world, all, way, quarter * size + lane, form, left);
  }
}

/// See detail::WorldKernels.
template <ViewKind K>
[[gnu::flatten]] bool enter_objects(const WalkedWorld& world, RayEntries& all) {
  const detail::RayWave& wave = *all.wave;
  for (; all.next_going < wave.going_count; ++all.next_going) {
    const std::uint32_t way = wave.going[all.next_going], end = wave.begin[2][all.next_going + 1];
    if (all.next == end) continue;
    const RayAt<K> ray(*all.rays, way);
    for (; all.next < end; ++all.next) {
      if (all.found_count + detail::world_quarter > RayEntries::room) return false;
      enter_quarter<K>(world, all, way, ray, wave.quarters[all.next], wave.met[all.next]);
    }
  }
  return true;
}

}  // namespace lockstep::LOCKSTEP_ISA
