// From the library's bits to numpy's bool, one byte each.
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
  const std::size_t eights = out.size() / 8;
  const auto byte_at = [&](std::size_t i) { return words[i / 8] >> (8 * (i % 8)) & 0xff; };
  for (std::size_t i = 0; i < eights; ++i) std::memcpy(out.data() + 8 * i, bools_of_byte[byte_at(i)].data(), 8);
  for (std::size_t i = 8 * eights; i < out.size(); ++i) out[i] = (words[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace lockstep::python
