// A stable sort by some bits of a number, like radix_sort, for numbers that are spread over the range of these bits.
// One pass through memory distributes them into buckets, which are then sorted in the caches.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/radix_sort.hpp"

namespace lockstep::detail {

/// The bits sorted in the caches: the lowest ones, in `bucket_digits` digits.
inline constexpr int bucket_digits = 3, bucket_digit_bits = 7, bucket_bits = bucket_digits * bucket_digit_bits;

/// Sorts `count` elements by these bits of key(element), from `from` to `to`; destroys `from`.
template <class T, class Key>
void sort_bucket(T* from, T* to, std::size_t count, const Key& key) {
  constexpr std::size_t digits = std::size_t{1} << bucket_digit_bits;
  const auto digit = [&](const T& element, int pass) {
    return static_cast<std::size_t>(key(element) >> pass * bucket_digit_bits & (digits - 1));
  };
  std::array<std::array<std::uint32_t, digits>, bucket_digits> next{};
  for (std::size_t i = 0; i < count; ++i)
    for (int pass = 0; pass < bucket_digits; ++pass) ++next[static_cast<std::size_t>(pass)][digit(from[i], pass)];
  for (auto& of_digit : next) {
    std::uint32_t before = 0;
    for (std::uint32_t& n : of_digit) before += std::exchange(n, before);
  }
  for (int pass = 0; pass < bucket_digits; ++pass, std::swap(from, to))
    for (std::size_t i = 0; i < count; ++i) to[next[static_cast<std::size_t>(pass)][digit(from[i], pass)]++] = from[i];
}

/// Sorts by the `bits` lowest bits of key(element); `bits` is from `bucket_bits` + 1 to `bucket_bits` +
/// `most_digit_bits`. Returns the array that holds the result.
template <class T, class Key>
T* bucket_sort(T* data, T* other, std::size_t count, int bits, const Key& key, Buffer<std::size_t>& memory) {
  constexpr std::size_t buckets_at_once = 8, enough = 4 * sort_part;  // smaller arrays fit in one cache
  if (count < enough) return radix_sort(data, other, count, bits, key, memory);
  const auto bucket_of = [&](const T& element) {
    return static_cast<std::size_t>((key(element) & ((std::uint64_t{1} << bits) - 1)) >> bucket_bits);
  };
  counting_pass(data, other, count, bits - bucket_bits, bucket_of, memory);
  const std::size_t buckets = std::size_t{1} << (bits - bucket_bits);
  const std::size_t* const begin = memory.data();  // of each bucket in the first part
  const auto size_of = [&](std::size_t k) { return (k + 1 < buckets ? begin[k + 1] : count) - begin[k]; };
  std::size_t largest = 0;
  for (std::size_t k = 0; k < buckets; ++k) largest = std::max(largest, size_of(k));
  // One thread sorts a bucket; a bucket of this size would not fit in its cache.
  if (largest > std::max(sort_part, count / 16)) return radix_sort(other, data, count, bits, key, memory);
  for_each_range(buckets, buckets_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) sort_bucket(other + begin[k], data + begin[k], size_of(k), key);
  });
  return data;
}

}  // namespace lockstep::detail
