// The first contacts of a tile of pairs: all that are not settled are measured together, round by round.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "cast/first_contact.hpp"
#include "cast/swept_boxes.hpp"
#include "distance/distance_list.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::detail {

/// A pair with a as far as it has come.
struct MovedPair {
  Pair pair;
  Shift shift;
};

/// Distances of moved pairs, as DistanceJob for those at rest.
struct MovedDistanceJob {
  struct Query {
    detail::Query pair;
    Shift shift;
  };
  using Answer = DistanceAnswer;
  static constexpr std::size_t kinds = DistanceJob<InSpace>::kinds, combinations = DistanceJob<InSpace>::combinations;

  DistanceJob<InSpace> at_rest;

  [[nodiscard]] bool one_combination() const { return at_rest.one_combination(); }
  [[nodiscard]] std::uint8_t combination(const MovedPair& moved) const { return at_rest.combination(moved.pair); }
  static constexpr bool is_swapped(std::size_t combination) { return DistanceJob<InSpace>::is_swapped(combination); }
  /// Where b comes first, it is b that moves, the other way.
  [[nodiscard]] Query query(const MovedPair& moved, bool swap) const {
    Query query{at_rest.query(moved.pair, swap), moved.shift};
    if (swap)
      for (double& x : query.shift.by) x = -x;
    return query;
  }
  void decide(std::size_t combination, const Query* queries, std::size_t count, Answer* answers) const;
};

inline void MovedDistanceJob::decide(std::size_t combination, const Query* queries, std::size_t count,
                                     Answer* answers) const {
  std::array<detail::Query, pair_tile> pairs;
  std::array<Shift, pair_tile> shifts{};
  for (std::size_t i = 0; i < count; ++i) pairs[i] = queries[i].pair;
  for (std::size_t i = 0; i < padded_queries(count); ++i) shifts[i] = queries[std::min(i, count - 1)].shift;
  at_rest.decide(combination, pairs.data(), count, answers, shifts.data());
  if (!is_swapped(combination)) return;
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k) answers[i].on_a[k] -= shifts[i].by[k], answers[i].on_b[k] -= shifts[i].by[k];
}

inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Where a stands at a fraction of the motion.
inline Shift shift_at(double fraction, const Vec3& m) {
  const bool is_backward = m.x != 0 ? m.x < 0 : m.y != 0 ? m.y < 0 : m.z < 0;
  return {{fraction * m.x, fraction * m.y, fraction * m.z}, is_backward};
}

/// What the boxes around the shapes say.
inline FirstContact begin(const PairJob<InSpace>& shapes, const Pair& pair, const Vec3& motion) {
  FirstContact contact;
  const RecordKind kind_a = shapes.first.kinds[pair.a], kind_b = shapes.second.kinds[pair.b];
  if (kind_a == RecordKind::hole || kind_b == RecordKind::hole) {
    contact.miss();
  } else if (!is_finite(motion)) {
    contact.done = true;
  } else {
    const BoxPassage passage = passage_of(bounds_of(shapes.first.records[pair.a], kind_a, 0),
                                          bounds_of(shapes.second.records[pair.b], kind_b, 0), motion);
    contact.lower = contact.next = passage.enter;
    if (passage.misses()) contact.miss();
  }
  return contact;
}

inline constexpr int max_measurements = 64;

/// Of a tile of pairs at most, and their motions.
inline void find_contacts(const MovedDistanceJob& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                          double tolerance, FirstContact* contacts) {
  std::array<std::uint16_t, pair_tile> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    contacts[i] = begin(job.at_rest.verdicts, pairs[i], motions[i]);
    live[count] = static_cast<std::uint16_t>(i), count += !contacts[i].done;
  }
  std::array<MovedPair, pair_tile> moved;
  std::array<DistanceAnswer, pair_tile> found;
  for (int round = 0; round < max_measurements && count != 0; ++round) {
    for (std::size_t k = 0; k < count; ++k)
      moved[k] = {pairs[live[k]], shift_at(contacts[live[k]].next, motions[live[k]])};
    decide_tile<pair_tile>(job, std::span<const MovedPair>(moved).first(count), found.data());
    const std::size_t measured = count;
    count = 0;
    for (std::size_t k = 0; k < measured; ++k) {
      const std::uint16_t i = live[k];
      contacts[i].take(found[k], Speed(motions[i]), tolerance);
      live[count] = i, count += !contacts[i].done;
    }
  }
}

}  // namespace lockstep::detail
