// The largest lane of a register.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The largest lane of x, in all lanes; any number if there is a NaN. Exact in every order, so the same everywhere.
#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0 && defined(__AVX512F__) && !defined(LOCKSTEP_DOUBLE)
inline Real max_across(Real x) {
  __m512 m = _mm512_max_ps(x.v, _mm512_shuffle_f32x4(x.v, x.v, 0x4e));
  m = _mm512_max_ps(m, _mm512_shuffle_f32x4(m, m, 0xb1));
  m = _mm512_max_ps(m, _mm512_permute_ps(m, 0x4e));
  return Real::Batch(_mm512_max_ps(m, _mm512_permute_ps(m, 0xb1)));
}
#elif LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 0 && defined(__AVX2__) && !defined(LOCKSTEP_DOUBLE)
inline Real max_across(Real x) {
  __m256 m = _mm256_max_ps(x.v, _mm256_permute2f128_ps(x.v, x.v, 1));
  m = _mm256_max_ps(m, _mm256_permute_ps(m, 0x4e));
  return Real::Batch(_mm256_max_ps(m, _mm256_permute_ps(m, 0xb1)));
}
#else
inline Real max_across(Real x) {
  Number lane[Real::width];
  x.store(lane);
  Number largest = lane[0];
  for (int i = 1; i < Real::width; ++i) largest = lane[i] > largest ? lane[i] : largest;
  return Real(largest);
}
#endif

}  // namespace lockstep::LOCKSTEP_ISA
