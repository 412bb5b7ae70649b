// Bitmasks of visibility (culling) and overlap passes, and their conversion to index lists: bit i % 64 of word i / 64
// belongs to object i.
//
//   std::vector<std::uint64_t> visible(lockstep::mask_words(balls.count));
//   std::vector<std::uint32_t> list(lockstep::cull(camera, balls, visible));
//   lockstep::list_indices(visible, list);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>

namespace lockstep {

/// The number of 64-bit words in a mask over `count` objects. O(1).
[[nodiscard]] constexpr std::size_t mask_words(std::size_t count) noexcept { return count / 64 + (count % 64 != 0); }

/// Writes the indices of the set bits in rising order and returns their number. If `indices` is too small, writes
/// nothing and returns the size that is needed.
///
/// Complexity: O(words + indices).
/// Allocates: nothing.
/// Throws: `InvalidInput` before anything is written if `mask` has more than 2^32 bits, the most that an index can
/// name, or shares memory with `indices`.
/// Threads: runs in the caller's thread.
LOCKSTEP_API std::size_t list_indices(std::span<const std::uint64_t> mask, std::span<std::uint32_t> indices);

}  // namespace lockstep
