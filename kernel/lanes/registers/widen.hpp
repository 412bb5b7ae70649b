// From floats in memory to lanes, and from lanes to doubles in memory, for float and double lanes alike.
#pragma once

#include "lanes/registers/lanes.hpp"

// Lanes that are plain or counted numbers have no registers.
#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) > 0
#define LOCKSTEP_WIDE_STORES 0
#elif defined(__AVX512F__)
#define LOCKSTEP_WIDE_STORES 512
#elif defined(__AVX2__)
#define LOCKSTEP_WIDE_STORES 256
#else
#define LOCKSTEP_WIDE_STORES 0
#endif

namespace lockstep::LOCKSTEP_ISA {

#if LOCKSTEP_WIDE_STORES == 512

/// Lane i of `even` goes to p[2 i], lane i of `odd` to p[2 i + 1].
inline void store_in_turns(double* p, __m512d even, __m512d odd) {
  _mm512_storeu_pd(p, _mm512_permutex2var_pd(even, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), odd));
  _mm512_storeu_pd(p + 8, _mm512_permutex2var_pd(even, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), odd));
}
#ifdef LOCKSTEP_DOUBLE
inline Real load_floats(const float* p) { return Real::Batch(_mm512_cvtps_pd(_mm256_loadu_ps(p))); }
#else
inline Real load_floats(const float* p) { return Real::load(p); }
inline __m512d widened_half(Real x, bool second) {
  return _mm512_cvtps_pd(second ? _mm512_extractf32x8_ps(x.v, 1) : _mm512_castps512_ps256(x.v));
}
#endif

#elif LOCKSTEP_WIDE_STORES == 256

inline void store_in_turns(double* p, __m256d even, __m256d odd) {
  const __m256d low = _mm256_unpacklo_pd(even, odd), high = _mm256_unpackhi_pd(even, odd);
  _mm256_storeu_pd(p, _mm256_permute2f128_pd(low, high, 0x20));
  _mm256_storeu_pd(p + 4, _mm256_permute2f128_pd(low, high, 0x31));
}
#ifdef LOCKSTEP_DOUBLE
inline Real load_floats(const float* p) { return Real::Batch(_mm256_cvtps_pd(_mm_loadu_ps(p))); }
#else
inline Real load_floats(const float* p) { return Real::load(p); }
inline __m256d widened_half(Real x, bool second) {
  return _mm256_cvtps_pd(second ? _mm256_extractf128_ps(x.v, 1) : _mm256_castps256_ps128(x.v));
}
#endif

#else
inline Real load_floats(const float* p) { return Real::load(p); }
#endif

/// Lane i: p[2 i] = lower * unit, p[2 i + 1] = upper * unit, in double.
inline void store_intervals(double* p, Real lower, Real upper, Real unit) {
#if LOCKSTEP_WIDE_STORES == 0
  Number lowers[Real::width], uppers[Real::width], units[Real::width];
  lower.store(lowers), upper.store(uppers), unit.store(units);
  for (int i = 0; i < Real::width; ++i)
    p[2 * i] = double{lowers[i]} * units[i], p[2 * i + 1] = double{uppers[i]} * units[i];
#elif defined(LOCKSTEP_DOUBLE)
  store_in_turns(p, (lower * unit).v, (upper * unit).v);
#else
  for (const bool second : {false, true}) {
    const auto by = widened_half(unit, second);
    store_in_turns(p + (second ? Real::width : 0), widened_half(lower, second) * by, widened_half(upper, second) * by);
  }
#endif
}

}  // namespace lockstep::LOCKSTEP_ISA

#undef LOCKSTEP_WIDE_STORES
