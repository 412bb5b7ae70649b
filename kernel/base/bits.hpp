// Words of bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

inline std::size_t count_bits(const std::uint64_t* words, std::size_t count) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits += static_cast<std::size_t>(std::popcount(words[i]));
  return bits;
}

}  // namespace lockstep::detail
