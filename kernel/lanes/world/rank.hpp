// The number that so many of some are less than, without sorting them: what is surely far from it is left out by two
// numbers of a sample, and what is left is guessed and counted. Source: R. Floyd, R. Rivest, "Expected time bounds
// for selection", Communications of the ACM 18, 1975.
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

/// Of the numbers asked about, those that are less than `number` and the first few that equal it are as many as asked.
struct Rank {
  float number;
  std::size_t first_equal;
};

/// run(W numbers, live lanes) for all of them.
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

/// Some number that is greater than one and less than another; `low` if there is none.
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

/// Between these all numbers lie.
struct NumberRange {
  float low, high;
};

/// By counting those on either side of guesses, as if they were spread evenly, and should these miss, of one of them
/// after the other. They are finite.
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

/// Between two numbers of a sample that of that rank among all most likely lies.
inline NumberRange bracket_of(const float* numbers, std::size_t count, std::size_t rank, NumberRange range) {
  constexpr std::size_t samples = 64, aside = 10;
  float sample[samples];
  for (std::size_t i = 0; i < samples; ++i) sample[i] = numbers[i * (count / samples)];
  const auto number_at = [&](std::size_t at) { return rank_by_counting(sample, samples, at, range).number; };
  const std::size_t there = rank * samples / count;
  return {there > aside ? number_at(there - aside) : range.low,
          there + aside < samples ? number_at(there + aside) : range.high};
}

/// `memory` has room for as many numbers: what one round leaves lies behind what the round before left, so that this is
/// there should a round tell nothing.
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
