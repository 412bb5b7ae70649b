// Packs those of 64 numbers whose bit is set.
#pragma once

#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace lockstep::LOCKSTEP_ISA {

#ifdef __AVX512F__
/// Whether `pack` has no branch and no step for each number.
inline constexpr bool packs_at_once = true;

/// Returns the number of set bits. Writes up to 64 values.
inline int pack(const std::uint32_t* from, std::uint64_t bits, std::uint32_t* to) {
  int count = 0;
  for (int k = 0; k < 64; k += 16, bits >>= 16) {
    const auto some = static_cast<__mmask16>(bits);
    _mm512_storeu_si512(to + count, _mm512_maskz_compress_epi32(some, _mm512_loadu_si512(from + k)));
    count += __builtin_popcount(some);
  }
  return count;
}
#else
inline constexpr bool packs_at_once = false;
int pack(const std::uint32_t* from, std::uint64_t bits, std::uint32_t* to);
#endif

}  // namespace lockstep::LOCKSTEP_ISA
