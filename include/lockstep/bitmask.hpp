// Bitmasks over objects, as culling and overlap passes write them: bit i % 64 of word i / 64 is that of object i.
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

/// Words of a bitmask over `count` objects: one bit per object, 64 per word.
[[nodiscard]] constexpr std::size_t mask_words(std::size_t count) noexcept { return count / 64 + (count % 64 != 0); }

/// Writes the indices of the set bits in rising order and returns how many there are. If `indices` is too small,
/// nothing is written and the return value is the size that is needed. O(words + indices). Throws `InvalidInput` if the
/// `mask` has more than 2^32 bits, the most that an index can name, or shares memory with `indices`.
LOCKSTEP_API std::size_t list_indices(std::span<const std::uint64_t> mask, std::span<std::uint32_t> indices);

}  // namespace lockstep
