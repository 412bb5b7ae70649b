// From the bits of objects by their positions in a world to the bits by their indices: a scattered write for each set
// bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/registers/lanes.hpp"
#include "lanes/registers/packed_numbers.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Sets the bits of the objects whose positions have a bit; `order` has the index at each of `positions` positions.
/// Most of these objects lie in blocks that are visible as a whole; those need no search for bits. If packing takes no
/// branch, the indices of the other blocks are listed first: loops over the bits of one block would mispredict their
/// exits.
inline void bits_by_index(const std::uint64_t* by_position, const std::uint32_t* order, std::size_t positions,
                          std::uint64_t* by_index) {
  constexpr int enough = 1024;
  constexpr std::size_t size = 64;
  std::uint32_t list[enough + size];
  int listed = 0;
  const auto set_bit = [&](std::uint32_t index) { by_index[index / 64] |= std::uint64_t{1} << index % 64; };
  const auto set_listed = [&] {
#pragma GCC unroll 8
    for (int i = 0; i < listed; ++i) set_bit(list[i]);
    listed = 0;
  };
  for (std::size_t first = 0; first < positions; first += size) {
    const std::uint32_t* const of_block = order + first;
    const std::uint64_t bits = by_position[first / size];
    if (bits == ~std::uint64_t{0}) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k < size; ++k) set_bit(of_block[k]);
      continue;
    }
    if constexpr (packs_at_once)
      if (first + size <= positions) {
        if (bits != 0) listed += pack(of_block, bits, list + listed);
        if (listed >= enough) set_listed();
        continue;
      }
    for (std::uint64_t left = bits; left != 0; left &= left - 1) set_bit(of_block[__builtin_ctzll(left)]);
  }
  set_listed();
}

}  // namespace lockstep::LOCKSTEP_ISA
