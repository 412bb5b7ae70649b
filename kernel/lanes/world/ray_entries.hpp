// Fractions at which rays enter the objects that they may meet, by closed forms. A hit that float lanes prove ends a
// traversal; double lanes resolve the rest of all rays later.
#pragma once

#include <type_traits>

#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/box_on_ray.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::is_living;
using detail::RayEntries;
using detail::WorldView;

template <ViewKind K>
using FormOnRay = std::conditional_t<K == ViewKind::spheres, BallOnRay, BoxOnRay>;
template <ViewKind K>
using RayAt = std::conditional_t<K == ViewKind::spheres, RayAtBalls, RayAtBoxes>;

/// Appends those of W objects from `first` on that the closed form does not rule out, existing or not.
template <ViewKind K>
void append_objects(const WorldView& world, RayEntries& all, std::uint32_t number, std::uint32_t first,
                    const FormOnRay<K>& form) {
  const EntryBounds entries = form.entries();
  Mask left = !(form.line_misses() | entries.missed);
  Real lower = entries.lower;
  if (any(left & !entries.hit)) {
    // Undecided objects: only the boxes that a set has around them bound these.
    const float room = all.wave->states[number].room;
    const RaySpan box =
        ObjectsByBoxes<K>(world.objects, all.rays->boxes, number, all.limits[number], room).across(first);
    lower = select(entries.hit, lower, max(box.soonest(), Real(0)));
    left = left & (entries.hit | box.is_met());
  }
  // Above 1: no hit is proven, and none is likely at the start.
  const Real upper = select(entries.hit & (entries.upper <= Real(1)), entries.upper, Real(2));
  const std::uint32_t at = all.found_count;
  Index(number).store(all.ray + at);
  compress(all.lower + at, lower, left), compress(all.upper + at, select(entries.holds_start, Real(0), upper), left);
  all.found_count += static_cast<std::uint32_t>(compress(all.position + at, Index::count_from(first), left));
}

/// Keeps objects that exist, that their rays see, and that are entered in time; hits end traversals. Without branches,
/// which would be mispredicted.
inline void keep_seen(const WorldView& world, RayEntries& all) {
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < all.found_count; ++k) {
    const std::uint32_t number = all.ray[k], position = all.position[k];
    const float limit = all.limits[number], upper = all.upper[k];
    bool is_kept = is_living(world, position) & (all.lower[k] <= limit);
    if (all.groups != nullptr && is_kept) is_kept = (all.groups[all.order[position]] & all.rays->mask[number]) != 0;
    const bool is_sooner = is_kept & (upper < limit);
    all.limits[number] = is_sooner ? upper : limit;
    all.ray[count] = number, all.position[count] = position, all.lower[count] = all.lower[k];
    count += is_kept ? 1U : 0U;
    if (all.any && is_kept && upper <= 1) all.wave->states[number].open = 0;
    __builtin_prefetch(all.order + position);  // the index of a hit will be needed
  }
  all.found_count = count;
}

/// Sixteen objects that the ray may meet.
template <ViewKind K>
void enter_leaf(const WorldView& world, RayEntries& all, std::uint32_t number, std::uint32_t leaf, unsigned met) {
  constexpr auto width = static_cast<unsigned>(Real::width), every_lane = (1U << (width - 1) << 1) - 1;
  const RayAt<K> ray(*all.rays, number);
  for (unsigned lane = 0; lane < detail::world_leaf; lane += width) {
    const std::uint32_t first = leaf * static_cast<std::uint32_t>(detail::world_leaf) + lane;
    if ((met >> lane & every_lane) != 0) append_objects<K>(world, all, number, first, {ray, world.objects, first});
  }
}

/// See detail::WorldKernels.
template <ViewKind K>
[[gnu::flatten]] bool enter_objects(const WorldView& world, RayEntries& all) {
  const detail::RayWave& wave = *all.wave;
  all.found_count = 0;
  for (; all.next < wave.met_count && all.found_count + detail::world_leaf <= RayEntries::room; ++all.next) {
    const std::uint32_t met = wave.met[all.next];
    enter_leaf<K>(world, all, wave.active[wave.active_of(met)], wave.leaves[all.next], wave.objects_of(met));
  }
  keep_seen(world, all);
  return all.next == wave.met_count;
}

}  // namespace lockstep::LOCKSTEP_ISA
