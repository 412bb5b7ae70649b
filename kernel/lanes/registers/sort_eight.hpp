// Eight numbers in order. Where registers hold them, without a branch, as nobody could foresee those of a sort.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Those of eight numbers of which a bit is set: the largest first, or next to it, each with its place counted from
/// `first`, and no larger than it was. They are not negative, and the others are, if lanes are eight or more. Has room
/// for eight. Returns how many they are.
unsigned sort_eight(const float* numbers, unsigned those, std::uint32_t first, float* sorted, std::uint32_t* place);

#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0 && defined(__AVX2__)

/// Each lane and its partner: the larger one goes to the lane whose bit is set. One that is its own partner stays.
template <int larger, int... partner>
__m256i exchange(__m256i x) {
  const __m256i other = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(partner...));
  return _mm256_blend_epi32(_mm256_min_epi32(x, other), _mm256_max_epi32(x, other), larger);
}

/// Bits of numbers are in their order, and negative as integers where the number is. The last three are the lane.
/// Source: K. E. Batcher, "Sorting networks and their applications", 1968: 19 comparisons in six steps.
inline unsigned sort_eight(const float* numbers, unsigned those, std::uint32_t first, float* sorted,
                           std::uint32_t* place) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), lane_bits = _mm256_set1_epi32(7);
  const __m256i number = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers));
  __m256i x = _mm256_or_si256(_mm256_andnot_si256(lane_bits, number), lane);
  x = exchange<0b00110011, 2, 3, 0, 1, 6, 7, 4, 5>(x);
  x = exchange<0b00001111, 4, 5, 6, 7, 0, 1, 2, 3>(x);
  x = exchange<0b01010101, 1, 0, 3, 2, 5, 4, 7, 6>(x);
  x = exchange<0b00001100, 0, 1, 4, 5, 2, 3, 6, 7>(x);
  x = exchange<0b00001010, 0, 4, 2, 6, 1, 5, 3, 7>(x);
  x = exchange<0b00101010, 0, 2, 1, 4, 3, 6, 5, 7>(x);
  const auto store = [](void* p, __m256i y) { _mm256_storeu_si256(static_cast<__m256i*>(p), y); };
  store(sorted, _mm256_andnot_si256(lane_bits, x));
  store(place, _mm256_add_epi32(_mm256_and_si256(x, lane_bits), _mm256_set1_epi32(static_cast<int>(first))));
  return static_cast<unsigned>(__builtin_popcount(those));
}

#else

inline unsigned sort_eight(const float* numbers, unsigned those, std::uint32_t first, float* sorted,
                           std::uint32_t* place) {
  unsigned count = 0;
  for (unsigned left = those; left != 0; left &= left - 1, ++count) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const float own = numbers[lane];
    unsigned at = count;
    for (; at > 0 && sorted[at - 1] < own; --at) sorted[at] = sorted[at - 1], place[at] = place[at - 1];
    sorted[at] = own, place[at] = first + lane;
  }
  return count;
}

#endif

}  // namespace lockstep::LOCKSTEP_ISA
