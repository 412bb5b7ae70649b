// The order in which boxes of a world are opened: the nearest of sixteen first.
#pragma once

#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;
using detail::WorldView;

/// A box as a word: the upper half is its sort key, a float, the lower half its level and number. Two separate stores
/// of 32 bits would stall a load of 64 bits soon after (no store forwarding).
struct BoxKey {
  float key;
  std::uint32_t level, number;

  explicit BoxKey(std::uint64_t word)
      : level(static_cast<std::uint32_t>(word) >> 28), number(static_cast<std::uint32_t>(word) & 0xfffffff) {
    const auto high = static_cast<std::uint32_t>(word >> 32);
    __builtin_memcpy(&key, &high, sizeof key);
  }
};

/// Boxes to open, up to `Most`.
template <std::size_t Most>
struct BoxOrderOf {
  static constexpr std::size_t room = Most + std::size_t{Real::width};

  alignas(64) float key[room];
  alignas(64) std::uint32_t number[room];
  int count = 0;

  /// Adds those of W boxes from `first` on.
  void add(const Real& keys, std::uint32_t first, Mask those) {
    compress(key + count, keys, those);
    count += compress(number + count, Index::count_from(first), those);
  }
  /// The number of boxes that come later than box i, or are equal and follow it: ranks by counting, because the
  /// branches of a sort would be mispredicted.
  [[nodiscard]] unsigned later_than(int i) const {
    unsigned later = 0;
    if constexpr (Real::width == 1) {
      for (int k = 0; k < i; ++k) later += key[k] > key[i] ? 1U : 0U;
      for (int k = i + 1; k < count; ++k) later += key[k] >= key[i] ? 1U : 0U;
      return later;
    }
    const Real own = key[i];
    for (int k = 0; k < count; k += Real::width) {
      const Real other = Real::load(key + k);
      const unsigned following = i < k ? ~0U : i - k < Real::width ? ~1U << (i - k) : 0U;
      const unsigned in_use = count - k < Real::width ? (1U << (count - k)) - 1 : ~0U;
      const unsigned is_later = bits(other > own) | (bits(other == own) & following);
      later += static_cast<unsigned>(__builtin_popcount(is_later & in_use));
    }
    return later;
  }
  /// See BoxKey.
  [[nodiscard]] std::uint64_t word(int i, std::uint32_t level) const {
    std::uint32_t high;
    __builtin_memcpy(&high, key + i, sizeof high);
    return std::uint64_t{high} << 32 | level << 28 | number[i];
  }
};

/// The number of boxes of a level from `first` on, at most sixteen.
inline int boxes_behind(const WorldView& world, std::uint32_t level, std::uint32_t first) {
  constexpr auto most = static_cast<std::uint32_t>(detail::world_fanout);
  const std::uint32_t behind = world.count[level] - first;
  return static_cast<int>(behind < most ? behind : most);
}
/// The first lanes, at most all of them.
inline Mask lanes_before(int end) { return first_lanes(end < Real::width ? end : Real::width); }

/// Prefetches the objects of a block. Always inlined: g++ removes calls of functions that only prefetch, as if they had
/// no effect.
template <ViewKind K>
[[gnu::always_inline]] inline void prefetch_block(const WorldView& world, std::uint32_t block) {
  constexpr int streams = K == ViewKind::aabbs ? 6 : 4, line = 16;  // floats of a cache line
  const std::size_t first = std::size_t{block} * detail::world_block;
  for (int s = 0; s < streams; ++s)
    for (std::size_t i = 0; i < detail::world_block; i += line) __builtin_prefetch(world.objects[s] + first + i);
}

}  // namespace lockstep::LOCKSTEP_ISA
