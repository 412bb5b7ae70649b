// Selection: the number with a given rank, without sorting. Two numbers of a sample leave out most candidates; guesses
// and counting find the number among the rest. Source: R. Floyd, R. Rivest, "Expected time bounds for selection",
// Communications of the ACM 18, 1975.
#pragma once

#include "lanes/world/box_test.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline float least_of_lanes(const Real& x) {
  float all[Real::width];
  x.store(all);
#pragma GCC unroll 4
  for (int n = Real::width / 2; n != 0; n /= 2)
    for (int i = 0; i < n; ++i) all[i] = all[i] < all[i + n] ? all[i] : all[i + n];
  return all[0];
}

/// The numbers less than `number` and the first `first_equal` numbers equal to it are as many as the rank asked for.
struct Rank {
  float number;
  std::size_t first_equal;
};

/// Calls run(W numbers, live lanes) for all numbers.
template <class Run>
[[gnu::always_inline]] inline void for_numbers(const float* numbers, std::size_t count, const Run& run) {
  constexpr auto width = static_cast<std::size_t>(Real::width);
  const Mask every = first_lanes(Real::width);
  std::size_t i = 0;
  for (; i + width <= count; i += width) run(Real::load(numbers + i), every);
  if (i == count) return;
  float last[width] = {};
  __builtin_memcpy(last, numbers + i, (count - i) * sizeof *numbers);
  run(Real::load(last), first_lanes(static_cast<int>(count - i)));
}
inline std::size_t count_bits(Mask m) { return static_cast<unsigned>(count_of(bits(m))); }

/// Any number greater than `low` and less than `high`; `low` if there is no such number.
inline float number_between(const float* numbers, std::size_t count, float low, float high) {
  constexpr auto width = static_cast<std::size_t>(Real::width);
  for (std::size_t i = 0; i < count; i += width) {
    const std::size_t at = count < width || i + width <= count ? i : count - width;
    float some[width];
    std::size_t size = count < width ? count : width;
    __builtin_memcpy(some, numbers + at, size * sizeof *numbers);
    const Real x = Real::load(some);
    const Mask live = first_lanes(static_cast<int>(size));
    if (const unsigned between = bits((x > Real(low)) & (x < Real(high)) & live); between != 0)
      return some[__builtin_ctz(between)];
  }
  return low;
}

/// A range that contains all numbers.
struct NumberRange {
  float low, high;
};

/// Guesses numbers as if they were spread evenly, and counts the numbers on either side. If the guesses miss, it tries
/// existing numbers one after the other. All numbers are finite.
inline Rank rank_by_counting(const float* numbers, std::size_t count, std::size_t rank, NumberRange range) {
  constexpr int guesses = 4;
  float low = -__builtin_inff(), high = __builtin_inff();
  std::size_t at_low = 0, at_high = count;
  for (int round = 0;; ++round) {
    const float share = (static_cast<float>(rank - at_low) + 0.5F) / static_cast<float>(at_high - at_low + 1);
    float number = range.low + (range.high - range.low) * share;
    if (round >= guesses || !(number > low && number < high)) number = number_between(numbers, count, low, high);
    std::size_t before = 0, through = 0;
    for_numbers(numbers, count, [&](const Real& x, Mask live) {
      before += count_bits((x < Real(number)) & live), through += count_bits((x <= Real(number)) & live);
    });
    if (before <= rank && rank <= through) return {number, rank - before};
    if (rank < before)
      high = range.high = number, at_high = before;
    else
      low = range.low = number, at_low = through;
  }
}

/// Two numbers of a sample that most likely bracket the number with this rank.
inline NumberRange bracket_of(const float* numbers, std::size_t count, std::size_t rank, NumberRange range) {
  constexpr std::size_t samples = 64, aside = 10;
  float sample[samples];
  for (std::size_t i = 0; i < samples; ++i) sample[i] = numbers[i * (count / samples)];
  const auto number_at = [&](std::size_t at) { return rank_by_counting(sample, samples, at, range).number; };
  const std::size_t there = rank * samples / count;
  return {there > aside ? number_at(there - aside) : range.low,
          there + aside < samples ? number_at(there + aside) : range.high};
}

/// `memory` has room for `count` numbers. Each round puts its rest behind the rest of the round before, which is still
/// there if a round fails.
inline Rank number_of_rank(const float* numbers, std::size_t count, std::size_t rank, NumberRange range,
                           float* memory) {
  constexpr std::size_t few = 128, width = static_cast<std::size_t>(Real::width);
  const float* const end = memory + count;
  while (count > few) {
    const NumberRange bracket = bracket_of(numbers, count, rank, range);
    std::size_t under = 0, kept = 0;
    for_numbers(numbers, count, [&](const Real& x, Mask live) {
      const Mask below = (x < Real(bracket.low)) & live, above = (x > Real(bracket.high)) & live;
      const Mask between = live & !(below | above);
      under += count_bits(below);
      if (memory + kept + width <= end) compress(memory + kept, x, between);
      kept += count_bits(between);
    });
    if (rank < under || rank > under + kept || kept > count / 2) break;
    numbers = memory, memory += kept, count = kept, rank -= under, range = bracket;
  }
  return rank_by_counting(numbers, count, rank, range);
}

}  // namespace lockstep::LOCKSTEP_ISA
