// Words of bits.
#pragma once

#include <bit>
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

/// `count` of them, up to 64.
constexpr std::uint64_t first_bits(std::size_t count) {
  return count < 64 ? ~(~std::uint64_t{0} << count) : ~std::uint64_t{0};
}

/// use(bit) for each that is set.
template <class Use>
void for_each_bit(std::uint64_t word, const Use& use) {
  for (; word != 0; word &= word - 1) use(static_cast<std::size_t>(std::countr_zero(word)));
}

}  // namespace lockstep::detail
