// The first contacts of a tile of pairs: all that are not settled are measured together, round by round.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "cast/crossings.hpp"
#include "cast/exact_touch.hpp"
#include "cast/exact_ray.hpp"
#include "cast/first_contact.hpp"
#include "cast/moved_distances.hpp"
#include "cast/seen_shapes.hpp"
#include "cast/swept_boxes.hpp"

namespace lockstep::detail {

inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Where a stands at a fraction of the motion.
inline Shift shift_at(double fraction, const Vec3& m) {
  const bool is_backward = m.x != 0 ? m.x < 0 : m.y != 0 ? m.y < 0 : m.z < 0;
  return {{fraction * m.x, fraction * m.y, fraction * m.z}, is_backward};
}

/// What the boxes around the shapes say.
template <class World>
FirstContact begin(const PairJob<World>& shapes, const Pair& pair, const Vec3& motion) {
  FirstContact contact;
  if (is_hole(shapes.first, pair.a) || is_hole(shapes.second, pair.b)) {
    contact.miss();
  } else if (!is_finite(motion)) {
    contact.done = true;
  } else {
    const BoxPassage passage = passage_of(bounds_of(shapes.first, pair.a), bounds_of(shapes.second, pair.b), motion);
    contact.lower = contact.next = passage.enter;
    contact.can_cross = (is_point(shapes.first, pair.a) && !is_ball(shapes.second, pair.b)) ||
                        (is_point(shapes.second, pair.b) && !is_ball(shapes.first, pair.a));
    if (passage.misses()) contact.miss();
  }
  return contact;
}

inline constexpr int max_measurements = 64;
/// Of a tile that closed forms have been asked about mostly no more are left. To begin with, a search takes two lines
/// of memory for each pair that there is room for.
inline constexpr std::size_t few_open = 16;

/// Of `Most` pairs at most, and their motions, by the search, whatever the shapes.
template <std::size_t Most, class World>
void search_contacts(const MovedDistanceJob<World>& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                     double tolerance, FirstContact* contacts) {
  std::array<std::uint16_t, Most> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    contacts[i] = begin(job.at_rest.verdicts, pairs[i], motions[i]);
    live[count] = static_cast<std::uint16_t>(i), count += !contacts[i].done;
  }
  std::array<MovedPair, Most> moved;
  std::array<DistanceAnswer, Most> found;
  for (int round = 0; round < max_measurements && count != 0; ++round) {
    for (std::size_t k = 0; k < count; ++k)
      moved[k] = {pairs[live[k]], shift_at(contacts[live[k]].next, motions[live[k]])};
    decide_tile<Most>(job, std::span<const MovedPair>(moved).first(count), found.data());
    const auto asked = std::span(live).first(count);
    bool any_crossing = false;
    for (std::size_t k = 0; k < count; ++k) {
      contacts[live[k]].take(found[k], Speed(motions[live[k]]), tolerance);
      any_crossing |= contacts[live[k]].is_crossing;
    }
    if (any_crossing)
      for (const bool of_second : {false, true}) find_crossings(job, pairs, motions, of_second, asked, contacts);
    count = 0;
    for (const std::uint16_t i : asked) live[count] = i, count += !contacts[i].done;
  }
  prove_starts<Most>(job, pairs, contacts);
  const PairJob<World>& shapes = job.at_rest.verdicts;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (is_unproven(contacts[i]) && is_finite(motions[i]))
      prove_flat(shapes.first, shapes.second, pairs[i], motions[i], contacts[i]);
}

}  // namespace lockstep::detail
