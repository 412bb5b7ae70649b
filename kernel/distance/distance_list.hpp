// Distances of pair lists, of space or of the plane: validate, cut into tiles, measure tile by tile, and let
// `intersect` decide the pairs near contact.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "base/one_nan.hpp"
#include "intersect/pair_list.hpp"
#include "lockstep/distance.hpp"

namespace lockstep::detail {

/// The state shared by all pairs of a call, like PairJob for verdicts. If only bounds are wanted, `AnyAnswer` is
/// Interval.
template <class Space, class AnyAnswer = DistanceAnswer>
struct DistanceJob {
  using Query = typename PairJob<Space>::Query;
  using Answer = AnyAnswer;
  static constexpr std::size_t kinds = PairJob<Space>::kinds, combinations = PairJob<Space>::combinations;

  PairJob<Space> verdicts;  // on the same shapes
  KernelsBySize<typename Space::DistanceKernels> kernels;
  double tolerance;

  [[nodiscard]] bool one_combination() const { return verdicts.one_combination(); }
  [[nodiscard]] std::uint8_t combination(const Pair& pair) const { return verdicts.combination(pair); }
  static constexpr bool is_swapped(std::size_t combination) { return PairJob<Space>::is_swapped(combination); }
  [[nodiscard]] Query query(const Pair& pair, bool swap) const { return verdicts.query(pair, swap); }
  void decide(std::size_t combination, Query* queries, std::size_t count, Answer* answers,
              const Shift* shifts = nullptr) const;
  [[nodiscard]] DistanceJob with_shapes(const typename Space::View& a, const typename Space::View& b) const {
    return {verdicts.with_shapes(a, b), kernels, tolerance};
  }
};

/// Converts points and normals for the caller.
inline void put(Vec3d& out, const double (&p)[3]) { out = {p[0], p[1], p[2]}; }
inline void put(Vec2d& out, const double (&p)[3]) { out = {p[0], p[1]}; }

inline void mirror(Interval& /*bounds*/) {}
inline void mirror(DistanceAnswer& answer) {
  for (int k = 0; k < 3; ++k) {
    std::swap(answer.on_a[k], answer.on_b[k]);
    answer.normal[k] = -answer.normal[k];
  }
}

/// Points and the normal may be NaN only if the distance has no upper end, as for invalid shapes.
inline void make_nan_one(Interval& /*bounds*/) {}
inline void make_nan_one(DistanceAnswer& answer) {
  if (answer.upper < std::numeric_limits<double>::infinity()) [[likely]]
    return;
  make_nan_one(answer.on_a), make_nan_one(answer.on_b), make_nan_one(answer.normal);
}

/// The answer for a pair that is only known to be at least `lower` apart.
template <class Answer = DistanceAnswer>
Answer far_answer(double lower) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  if constexpr (std::is_same_v<Answer, Interval>)
    return {lower, infinity};
  else
    return {lower, infinity, {nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, 0, lower};
}

/// The smallest gap that a proof of `separated` implies: docs/numerics.md, section 13.
inline constexpr double least_proven_gap = std::numeric_limits<double>::min();

/// Makes the interval consistent with the verdict: both are proven, and a verdict is a bound as well.
template <class Answer>
void reconcile(Answer& answer, std::uint8_t code) {
  constexpr double least = least_proven_gap;
  if (code == code_separated) {
    answer.lower = std::max(answer.lower, least), answer.upper = std::max(answer.upper, least);
  } else if (code == code_overlapping) {
    answer.lower = std::min(answer.lower, -least), answer.upper = std::min(answer.upper, -least);
  } else {
    answer.lower = std::min(answer.lower, 0.0), answer.upper = std::max(answer.upper, 0.0);
  }
}

/// Lets `intersect` decide the queries of a combination whose interval is at or near 0.
template <class Space, class Answer>
void judge_contacts(const PairJob<Space>& verdicts, std::size_t combination, const typename PairJob<Space>::Query* all,
                    const NearContact& near, Answer* answers) {
  const auto count = static_cast<std::size_t>(near.count);
  if (count == 0) return;
  std::array<typename PairJob<Space>::Query, pair_tile> queries;
  std::array<std::uint8_t, pair_tile> codes;
  for (std::size_t i = 0; i < count; ++i) queries[i] = all[near.at[i]];
  verdicts.decide_by_kernels(combination, queries.data(), count, codes.data());
  for (std::size_t i = 0; i < count; ++i) {
    Answer& answer = answers[near.at[i]];
    const std::uint8_t code = codes[i] == code_touching ? verdicts.decide_if_flat(combination, queries[i]) : codes[i];
    // Two flat shapes that overlap in a common plane part as soon as one moves out of it.
    if (code == code_overlapping && codes[i] == code_touching)
      answer.lower = answer.upper = 0;
    else
      reconcile(answer, code);
  }
}

template <class Space, class AnyAnswer>
void DistanceJob<Space, AnyAnswer>::decide(std::size_t combination, Query* queries, std::size_t count, Answer* answers,
                                           const Shift* shifts) const {
  std::size_t a = combination / kinds, b = combination % kinds;
  const bool swap = a > b;
  if (swap) std::swap(a, b);
  if (b + 1 == kinds) {  // a free slot
    std::fill_n(answers, count, far_answer<Answer>(std::numeric_limits<double>::infinity()));
    return;
  }
  std::fill(queries + count, queries + padded_queries(count), queries[count - 1]);
  const auto &first = swap ? verdicts.second : verdicts.first, &second = swap ? verdicts.first : verdicts.second;
  Interval* bounds = nullptr;
  DistanceAnswer* with_points = nullptr;
  if constexpr (std::is_same_v<Answer, DistanceAnswer>)
    with_points = answers;
  else
    bounds = answers;
  NearContact near;
  kernels.of(count).of[a][b](
      {queries, static_cast<int>(count), first, second, tolerance, bounds, with_points, &near, shifts});
  if (swap) std::for_each(answers, answers + count, [](Answer& answer) { mirror(answer); });
  std::for_each(answers, answers + count, [](Answer& answer) { make_nan_one(answer); });
  if (shifts == nullptr) judge_contacts(verdicts, combination, queries, near, answers);
}

/// Measures a tile of pairs.
template <class Space, class Answer>
void measure_tile(const DistanceJob<Space, Answer>& job, std::span<const Pair> pairs, Answer* answers) {
  decide_tile<pair_tile>(job, pairs, answers);
}

template <class Space>
double far_lower(const PairJob<Space>& within) {
  return std::max(double{within.margin}, least_proven_gap);
}

/// Measures a tile of pairs. For pairs farther apart than the margin of `within`, that margin is a sufficient bound.
template <class Space, class Answer>
void measure_near(const DistanceJob<Space, Answer>& job, const PairJob<Space>& within, std::span<const Pair> pairs,
                  Answer* answers) {
  std::array<std::uint8_t, pair_tile> codes;
  decide_tile<pair_tile>(within, pairs, codes.data());
  std::array<Pair, pair_tile> near;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    near[count] = pairs[i];
    count += codes[i] != code_separated;
  }
  std::array<Answer, pair_tile> measured;
  if (count != 0) measure_tile(job, std::span<const Pair>(near).first(count), measured.data());
  const Answer far = far_answer<Answer>(far_lower(within));
  std::size_t next = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) answers[i] = codes[i] == code_separated ? far : measured[next++];
}

/// Measures the pairs of a call: all of them, or those at most `most` apart.
template <class Space, class Answer = DistanceAnswer>
class Measurer {
 public:
  Measurer(std::optional<Isa> isa, double tolerance, float most)
      : job_{{Space::kernels_for_pairs(isa), {}, {}}, Space::kernels_for_distances(isa), tolerance},
        within_{Space::kernels_for_within(isa), {}, {}, true, most <= max_coordinate ? most : 0},
        all_(!(most <= max_coordinate)) {}

  /// Measures a tile of pairs.
  void measure(const PairsOf<Space>& tile, Answer* answers) const {
    const DistanceJob<Space, Answer> job = job_.with_shapes(tile.first, tile.second);
    if (all_)
      measure_tile(job, tile.pairs, answers);
    else
      measure_near(job, within_.with_shapes(tile.first, tile.second), tile.pairs, answers);
  }
  /// The largest distance that is measured, and the answer for pairs that are farther apart.
  [[nodiscard]] double reach() const { return all_ ? std::numeric_limits<double>::infinity() : double{within_.margin}; }
  [[nodiscard]] Answer far() const {
    return far_answer<Answer>(all_ ? std::numeric_limits<double>::infinity() : far_lower(within_));
  }

 private:
  DistanceJob<Space, Answer> job_;
  PairJob<Space> within_;
  bool all_;
};

}  // namespace lockstep::detail
