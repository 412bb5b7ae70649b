// Differences between the records of W pairs, in double lanes: subtracts the rows as they lie and transposes only the
// differences.
#pragma once

#include "lanes/registers/lanes.hpp"

// Lanes that are plain or counted numbers have no registers.
#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) > 0 || !defined(LOCKSTEP_DOUBLE)
#define LOCKSTEP_WIDE_ROWS 0
#elif defined(__AVX512F__)
#define LOCKSTEP_WIDE_ROWS 512
#elif defined(__AVX2__)
#define LOCKSTEP_WIDE_ROWS 256
#else
#define LOCKSTEP_WIDE_ROWS 0
#endif

namespace lockstep::LOCKSTEP_ISA {

/// In lane i, the first `coordinates` of the four numbers at a(i) minus those at b(i), and the sums of the other
/// numbers.
template <unsigned coordinates, class RowOfA, class RowOfB>
Quad load_difference(const RowOfA& a, const RowOfB& b) {
#if LOCKSTEP_WIDE_ROWS == 512
  constexpr double z = coordinates < 3 ? -0.0 : 0;
  const __m512d added = _mm512_setr_pd(0, 0, z, -0.0, 0, 0, z, -0.0);
  const auto two_rows = [&](int i) {
    return _mm512_sub_pd(widened_rows(a, i, 0), _mm512_xor_pd(widened_rows(b, i, 0), added));
  };
  return transpose(two_rows(0), two_rows(1), two_rows(2), two_rows(3));
#elif LOCKSTEP_WIDE_ROWS == 256
  constexpr double z = coordinates < 3 ? -0.0 : 0;
  const __m256d added = _mm256_setr_pd(0, 0, z, -0.0);
  const auto widened = [](const float* row) { return _mm256_cvtps_pd(_mm_loadu_ps(row)); };
  const auto row = [&](int i) { return _mm256_sub_pd(widened(a(i)), _mm256_xor_pd(widened(b(i)), added)); };
  return transpose(row(0), row(1), row(2), row(3));
#else
  Quad p[1], q[1];
  load_rows(a, p), load_rows(b, q);
  return {p[0].x - q[0].x, p[0].y - q[0].y, coordinates < 3 ? p[0].z + q[0].z : p[0].z - q[0].z, p[0].w + q[0].w};
#endif
}

}  // namespace lockstep::LOCKSTEP_ISA

#undef LOCKSTEP_WIDE_ROWS
