// A parallel, stable radix sort by some bits of a number, in time proportional to count and bits. The partition depends
// on the count alone, so the work is the same for every number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/buffer.hpp"
#include "base/parallel.hpp"

namespace lockstep::detail {

inline constexpr int most_digit_bits = 11;  // 2048 write positions at a time: few enough for the caches
inline constexpr std::size_t sort_part = std::size_t{1} << 16;

/// One counting-sort pass from `from` to `to`, by digit(element) < 2^bits; stable.
template <class T, class Digit>
void counting_pass(const T* from, T* to, std::size_t count, int bits, const Digit& digit, Buffer<std::size_t>& memory) {
  const std::size_t digits = std::size_t{1} << bits, parts = parts_of(count, sort_part);
  using Counts = std::array<std::size_t, std::size_t{1} << most_digit_bits>;
  std::size_t* const starts = memory.room_for(digits * parts);  // of each digit, part by part
  const auto end_of = [&](std::size_t part) { return std::min(count, (part + 1) * sort_part); };
  for_each_part(parts, [&](std::size_t part) {
    Counts counts;
    std::fill_n(counts.begin(), digits, std::size_t{0});
    for (std::size_t i = part * sort_part; i < end_of(part); ++i) ++counts[digit(from[i])];
    std::copy_n(counts.begin(), digits, starts + part * digits);
  });
  Counts next_of;
  std::fill_n(next_of.begin(), digits, std::size_t{0});
  for (std::size_t part = 0; part < parts; ++part)
    for (std::size_t d = 0; d < digits; ++d) next_of[d] += starts[part * digits + d];
  std::exclusive_scan(next_of.begin(), next_of.begin() + digits, next_of.begin(), std::size_t{0});
  for (std::size_t part = 0; part < parts; ++part)
    for (std::size_t d = 0; d < digits; ++d) next_of[d] += std::exchange(starts[part * digits + d], next_of[d]);
  for_each_part(parts, [&](std::size_t part) {
    Counts next;
    std::copy_n(starts + part * digits, digits, next.begin());
    for (std::size_t i = part * sort_part; i < end_of(part); ++i) to[next[digit(from[i])]++] = from[i];
  });
}

/// Sorts by the `bits` (at most 64) lowest bits of key(element). Returns the array that holds the result.
template <class T, class Key>
T* radix_sort(T* data, T* other, std::size_t count, int bits, const Key& key, Buffer<std::size_t>& memory) {
  const int passes = (bits + most_digit_bits - 1) / most_digit_bits;
  for (int pass = 0, shift = 0; pass < passes; ++pass) {
    const int digit_bits = (bits - shift) / (passes - pass);
    const std::uint64_t mask = (std::uint64_t{1} << digit_bits) - 1;
    const auto digit = [&](const T& element) { return static_cast<std::size_t>(key(element) >> shift & mask); };
    counting_pass(data, other, count, digit_bits, digit, memory);
    std::swap(data, other);
    shift += digit_bits;
  }
  return data;
}

}  // namespace lockstep::detail
