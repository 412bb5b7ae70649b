// Converts the library's bits to numpy's bool, one byte each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lockstep::python {

/// The eight bools of each byte of bits.
inline constexpr auto bools_of_byte = [] {
  std::array<std::array<bool, 8>, 256> bools = {};
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit) bools[byte][bit] = (byte >> bit & 1) != 0;
  return bools;
}();

inline void write_bools(std::span<const std::uint64_t> words, std::span<bool> out) {
  bool* to = out.data();
  for (std::size_t word = 0; word < out.size() / 64; ++word)
    for (std::size_t byte = 0; byte < 8; ++byte, to += 8)
      std::memcpy(to, bools_of_byte[words[word] >> (8 * byte) & 0xff].data(), 8);
  for (std::size_t i = out.size() / 64 * 64; i < out.size(); ++i) out[i] = (words[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace lockstep::python
