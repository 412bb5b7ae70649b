// Operations on words of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// The number of set bits: summed in pairs of bits, then in fours, then in bytes; the product adds the bytes in the
/// highest one. (This code is compiled for every processor, where std::popcount is a call if there is no instruction
/// for it. Source: H. Warren, "Hacker's Delight", 5-1.)
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

/// The lowest `count` bits set, for `count` up to 64.
constexpr std::uint64_t first_bits(std::size_t count) {
  return count < 64 ? ~(~std::uint64_t{0} << count) : ~std::uint64_t{0};
}

/// Calls use(bit) for each set bit.
template <class Use>
void for_each_bit(std::uint64_t word, const Use& use) {
  for (; word != 0; word &= word - 1) use(static_cast<std::size_t>(std::countr_zero(word)));
}

/// Writes the indices of the set bits in rising order.
inline void list_bits(const std::uint64_t* words, std::size_t count, std::uint32_t* indices) {
  for (std::size_t word = 0; word < count; ++word)
    for_each_bit(words[word], [&](std::size_t bit) { *indices++ = static_cast<std::uint32_t>(word * 64 + bit); });
}

}  // namespace lockstep::detail
