// Distances of pairs after a translation of the first shape.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "cast/seen_shapes.hpp"
#include "distance/distance_list.hpp"

namespace lockstep::detail {

/// A pair, and the translation of a.
struct MovedPair {
  Pair pair;
  Shift shift;
};

/// Distances of moved pairs, as DistanceJob measures resting ones.
template <class Space>
struct MovedDistanceJob {
  struct Query {
    QueryOf<typename Space::AnyRecord> pair;
    Shift shift;
  };
  using Answer = DistanceAnswer;
  using View = typename Space::View;
  static constexpr std::size_t kinds = DistanceJob<Space>::kinds, combinations = DistanceJob<Space>::combinations;

  DistanceJob<Space> at_rest;
  KernelsBySize<ClosedKernels<Space>> closed;  // for pairs that need no distances
  bool ignores_start_contact = false;          // as CastOptions::ignore_start_contact

  [[nodiscard]] bool one_combination() const { return at_rest.one_combination(); }
  [[nodiscard]] std::uint8_t combination(const MovedPair& moved) const { return at_rest.combination(moved.pair); }
  static constexpr bool is_swapped(std::size_t combination) { return DistanceJob<Space>::is_swapped(combination); }
  /// If b comes first, b moves in the opposite direction.
  [[nodiscard]] Query query(const MovedPair& moved, bool swap) const {
    Query query{at_rest.query(moved.pair, swap), moved.shift};
    if (swap)
      for (double& x : query.shift.by) x = -x;
    return query;
  }
  void decide(std::size_t combination, const Query* queries, std::size_t count, Answer* answers) const;
  [[nodiscard]] MovedDistanceJob with_shapes(const View& a, const View& b) const {
    return {at_rest.with_shapes(a, b), closed, ignores_start_contact};
  }
};

template <class Space>
void MovedDistanceJob<Space>::decide(std::size_t combination, const Query* queries, std::size_t count,
                                     Answer* answers) const {
  std::array<QueryOf<typename Space::AnyRecord>, pair_tile> pairs;
  std::array<Shift, pair_tile> shifts{};
  for (std::size_t i = 0; i < count; ++i) pairs[i] = queries[i].pair;
  for (std::size_t i = 0; i < padded_queries(count); ++i) shifts[i] = queries[std::min(i, count - 1)].shift;
  at_rest.decide(combination, pairs.data(), count, answers, shifts.data());
  if (!is_swapped(combination)) return;
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k) answers[i].on_a[k] -= shifts[i].by[k], answers[i].on_b[k] -= shifts[i].by[k];
}

/// For shapes of the first set that move towards those of the second.
template <class Space>
MovedDistanceJob<Space> moved_distances(const typename Space::View& first, const typename Space::View& second,
                                        double tolerance, std::optional<Isa> isa) {
  // A quarter: the interval of a distance extends equally to both sides of the contact.
  return {{{Space::kernels_for_pairs(isa), first, second}, Space::kernels_for_distances(isa), tolerance / 4},
          closed_forms<Space>(isa)};
}
/// By the options of casts, or of shapes that move through a world.
template <class Space, class Options>
MovedDistanceJob<Space> moved_distances(const typename Space::View& first, const typename Space::View& second,
                                        const Options& options) {
  MovedDistanceJob<Space> job = moved_distances<Space>(first, second, options.tolerance, options.isa);
  job.ignores_start_contact = options.ignore_start_contact;
  return job;
}

}  // namespace lockstep::detail
