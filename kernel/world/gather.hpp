// Gathers the numbers of objects into another order: random reads, sequential writes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "views/streams.hpp"

namespace lockstep::detail {

/// Indices of objects, in any order. An index above `last` marks a free position and stands for `last`.
struct Indices {
  std::span<const std::uint32_t> all;
  std::uint32_t last;

  [[nodiscard]] std::uint32_t operator[](std::size_t at) const { return std::min(all[at], last); }
  /// The index `ahead` places later, for prefetching.
  [[nodiscard]] std::uint32_t later(std::size_t at, std::size_t ahead) const {
    return (*this)[std::min(at + ahead, all.size() - 1)];
  }
  /// Whether the floats at the indices from `begin` to `end` are scattered over more memory than a cache holds: in a
  /// sample of adjacent indices, most are pages apart.
  [[nodiscard]] bool are_scattered(std::size_t begin, std::size_t end) const {
    constexpr std::size_t samples = 16, page = 4096 / sizeof(float), cache = (std::size_t{1} << 20) / sizeof(float);
    if (last < cache || end - begin < 2 * samples) return false;
    std::size_t far = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      const std::size_t at = begin + k * ((end - begin) / samples);
      const std::uint32_t a = (*this)[at], b = (*this)[at + 1];
      far += std::max(a, b) - std::min(a, b) > page ? 1U : 0U;
    }
    return far > samples / 2;
  }
};

/// Gathers the numbers of a packed stream at the indices from `begin` to `end`. Eight reads stand next to each other,
/// because fewer loads are in flight at once if other work separates them.
inline void gather(const Stream& stream, const Indices& indices, std::size_t begin, std::size_t end, float* to) {
  constexpr std::size_t at_once = 8, ahead = 256;
  const Stream packed{stream.data};
  const bool are_scattered = indices.are_scattered(begin, end);
  for (; begin + at_once <= end; begin += at_once) {
    if (are_scattered && begin + at_once + ahead <= indices.all.size())
#pragma GCC unroll 8
      for (std::size_t k = 0; k < at_once; ++k) __builtin_prefetch(address_of(packed, indices[begin + ahead + k]));
#pragma GCC unroll 8
    for (std::size_t k = 0; k < at_once; ++k) to[begin + k] = value_at(packed, indices[begin + k]);
  }
  for (; begin < end; ++begin) to[begin] = value_at(packed, indices[begin]);
}

/// Gathers all numbers of objects stored as an array of structures, into streams `pitch` floats apart.
template <ViewKind K>
void gather(const Streams<K>& objects, const Indices& indices, std::size_t begin, std::size_t end, float* to,
            std::size_t pitch) {
  constexpr std::size_t ahead = 32;
  for (std::size_t at = begin; at < end; ++at) {
    const std::uint32_t later = indices.later(at, ahead);
    for (const Stream& stream : objects.stream) __builtin_prefetch(address_of(stream, later));
    const auto object = object_at(objects, indices[at]);
    for (std::size_t s = 0; s < object.size(); ++s) to[s * pitch + at] = object[s];
  }
}

}  // namespace lockstep::detail
