// Groups of eight lanes, one group per item. Wide registers hold several groups, the others one group or a part of one.
// Also a branchless sort of eight numbers, because the branches of an ordinary sort would be mispredicted.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr unsigned groups_of_8 = Real::width > 8 ? Real::width / 8 : 1;
/// The number of lanes of one group that a register holds.
inline constexpr unsigned lanes_of_group = Real::width > 8 ? 8 : Real::width;

/// The numbers at each pointer on, one for each lane of a group.
Real load_groups_of_8(const float* const (&at)[groups_of_8]);
/// One number for each group.
Real spread_to_groups_of_8(const float* const (&at)[groups_of_8]);
/// The first `count` lanes of group `k`.
inline Mask first_of_group(unsigned k, unsigned count) {
  const Mask to = first_lanes(static_cast<int>(8 * k + count));
  return k == 0 ? to : to & !first_lanes(static_cast<int>(8 * k));
}

/// Sorted numbers, and the place of each before the sort, counted from `first`. Both arrays have room for eight.
struct SortedGroup {
  float* numbers;
  std::uint32_t* places;
  std::uint32_t first;
};
struct GroupCounts {
  std::uint32_t of[groups_of_8];
};
/// Sorts, in each group, the numbers whose bit is set in `selected`. The largest comes first, up to the last three bits
/// of a number, which are lost: no stored number is larger than it was. The selected numbers are not negative. If a
/// register has eight lanes or more, all other numbers are negative. Two groups may be the same and have the same
/// destination.
/// Returns the number of selected numbers of each group.
GroupCounts sort_groups_of_8(const float* numbers, const std::uint32_t* selected, const SortedGroup (&to)[groups_of_8]);

#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0 && defined(__AVX512F__)

inline Real load_groups_of_8(const float* const (&at)[groups_of_8]) {
  return Real::Batch(_mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(at[0])), _mm256_loadu_ps(at[1]), 1));
}
inline Real spread_to_groups_of_8(const float* const (&at)[groups_of_8]) {
  return Real::Batch(_mm512_mask_broadcastss_ps(_mm512_set1_ps(*at[0]), 0xff00, _mm_load_ss(at[1])));
}

/// The bits of floats, read as integers, have the order of the floats if these are not negative, and are negative if
/// the float is. The lane takes the place of the last three bits.
struct LanesToSort {
  __m512i x;

  explicit LanesToSort(const float* numbers)
      : x(_mm512_or_si512(_mm512_andnot_si512(_mm512_set1_epi32(7), _mm512_loadu_si512(numbers)),
                          _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7))) {}
  /// Compares each lane with its partner: the larger number goes to the lane whose bit is set. A lane that is its own
  /// partner keeps its number.
  template <int larger, int... partner>
  void exchange() {
    alignas(64) static constexpr int order[] = {partner..., 8 + partner...};
    const __m512i other = _mm512_permutexvar_epi32(_mm512_load_si512(order), x);
    x = _mm512_mask_max_epi32(_mm512_min_epi32(x, other), larger * 0x101, x, other);
  }
  void store(const SortedGroup (&to)[groups_of_8]) const {
    const __m512i lane = _mm512_set1_epi32(7), number = _mm512_andnot_si512(lane, x);
    const __m512i first =
        _mm512_mask_set1_epi32(_mm512_set1_epi32(static_cast<int>(to[0].first)), 0xff00, static_cast<int>(to[1].first));
    const __m512i place = _mm512_add_epi32(_mm512_and_si512(x, lane), first);
    const auto put = [](void* p, __m256i y) { _mm256_storeu_si256(static_cast<__m256i*>(p), y); };
    put(to[0].numbers, _mm512_castsi512_si256(number)), put(to[0].places, _mm512_castsi512_si256(place));
    put(to[1].numbers, _mm512_extracti32x8_epi32(number, 1)), put(to[1].places, _mm512_extracti32x8_epi32(place, 1));
  }
};

#else

inline Real load_groups_of_8(const float* const (&at)[groups_of_8]) {
  if constexpr (groups_of_8 == 1) return Real::load(at[0]);
  float x[Real::width];
  for (unsigned i = 0; i < Real::width; ++i) x[i] = at[i / 8][i % 8];
  return Real::load(x);
}
inline Real spread_to_groups_of_8(const float* const (&at)[groups_of_8]) {
  if constexpr (groups_of_8 == 1) return Real(*at[0]);
  float x[Real::width];
  for (unsigned i = 0; i < Real::width; ++i) x[i] = *at[i / 8];
  return Real::load(x);
}

#endif

#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0 && defined(__AVX2__)

#if !defined(__AVX512F__)
/// The same in registers of one group.
struct LanesToSort {
  __m256i x;

  explicit LanesToSort(const float* numbers)
      : x(_mm256_or_si256(
            _mm256_andnot_si256(_mm256_set1_epi32(7), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers))),
            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))) {}
  template <int larger, int... partner>
  void exchange() {
    const __m256i other = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(partner...));
    x = _mm256_blend_epi32(_mm256_min_epi32(x, other), _mm256_max_epi32(x, other), larger);
  }
  void store(const SortedGroup (&to)[groups_of_8]) const {
    const __m256i lane = _mm256_set1_epi32(7), first = _mm256_set1_epi32(static_cast<int>(to[0].first));
    const auto put = [](void* p, __m256i y) { _mm256_storeu_si256(static_cast<__m256i*>(p), y); };
    put(to[0].numbers, _mm256_andnot_si256(lane, x));
    put(to[0].places, _mm256_add_epi32(_mm256_and_si256(x, lane), first));
  }
};
#endif

/// Source: K. E. Batcher, "Sorting networks and their applications", 1968: 19 comparisons in six steps.
inline GroupCounts sort_groups_of_8(const float* numbers, const std::uint32_t* selected,
                                    const SortedGroup (&to)[groups_of_8]) {
  LanesToSort lanes(numbers);
  lanes.exchange<0b00110011, 2, 3, 0, 1, 6, 7, 4, 5>();
  lanes.exchange<0b00001111, 4, 5, 6, 7, 0, 1, 2, 3>();
  lanes.exchange<0b01010101, 1, 0, 3, 2, 5, 4, 7, 6>();
  lanes.exchange<0b00001100, 0, 1, 4, 5, 2, 3, 6, 7>();
  lanes.exchange<0b00001010, 0, 4, 2, 6, 1, 5, 3, 7>();
  lanes.exchange<0b00101010, 0, 2, 1, 4, 3, 6, 5, 7>();
  lanes.store(to);
  GroupCounts counts;
  for (unsigned k = 0; k < groups_of_8; ++k) counts.of[k] = static_cast<std::uint32_t>(__builtin_popcount(selected[k]));
  return counts;
}

#else

inline std::uint32_t sort_group_of_8(const float* numbers, std::uint32_t selected, const SortedGroup& to) {
  std::uint32_t count = 0;
  for (unsigned left = selected; left != 0; left &= left - 1, ++count) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const float own = numbers[lane];
    unsigned at = count;
    for (; at > 0 && to.numbers[at - 1] < own; --at)
      to.numbers[at] = to.numbers[at - 1], to.places[at] = to.places[at - 1];
    to.numbers[at] = own, to.places[at] = to.first + lane;
  }
  return count;
}
inline GroupCounts sort_groups_of_8(const float* numbers, const std::uint32_t* selected,
                                    const SortedGroup (&to)[groups_of_8]) {
  GroupCounts counts;
  for (unsigned k = 0; k < groups_of_8; ++k) counts.of[k] = sort_group_of_8(numbers + 8 * k, selected[k], to[k]);
  return counts;
}

#endif

}  // namespace lockstep::LOCKSTEP_ISA
