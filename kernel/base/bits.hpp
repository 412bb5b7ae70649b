// Words of bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// Side by side: pairs of bits, then fours, then bytes, whose sum ends in the highest one. (What stands here is
/// compiled for every processor, and without an instruction for it std::popcount is a call. Source: H. Warren,
/// "Hacker's Delight", 5-1.)
constexpr std::uint64_t count_bits(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return word * 0x0101010101010101 >> 56;
}

inline std::size_t count_bits(const std::uint64_t* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += count_bits(words[i]);
  return bits;
}

}  // namespace lockstep::detail
