// W/2 doubles side by side, for the few queries that floats leave undecided, and for distances. See lanes.hpp for what
// each operation means. Most are written with the plain operations of xsimd, once for all instruction sets.
#pragma once

namespace lockstep::LOCKSTEP_ISA {

/// 0, 1, 2 ...
inline Real lane_numbers() {
  double x[Real::width];
  for (int i = 0; i < Real::width; ++i) x[i] = i;
  return Real::load(x);
}

/// Doubles hold every uint32.
struct Index {
  Real v;

  static Index count_from(std::uint32_t first) { return {lane_numbers() + Real(first)}; }
};

inline Index select(Mask m, Index a, Index b) { return {select(m, a.v, b.v)}; }
inline Mask first_lanes(int count) { return lane_numbers() < Real(count); }
/// The inverse of `bits`.
inline Mask lanes_of(unsigned set) {
  double lane[Real::width];
  for (int i = 0; i < Real::width; ++i) lane[i] = set >> i & 1U;
  return Real::load(lane) > Real(0);
}

inline Real min(Real a, Real b) { return select(a < b, a, b); }
inline Real max(Real a, Real b) { return select(a > b, a, b); }
inline Real fused(Real a, Real b, Real c) { return a * b + c; }

using BitsOf = xsimd::batch<std::uint64_t, Arch>;
inline BitsOf to_bits(Real x) { return xsimd::bitwise_cast<BitsOf>(x.v); }
inline Real from_bits(BitsOf x) { return xsimd::bitwise_cast<Real::Batch>(x); }
inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63, exponent_bits = std::uint64_t{0x7ff} << 52;

inline Real abs(Real x) { return from_bits(to_bits(x) & BitsOf(~sign_bit)); }
inline Real flip_sign(Real x, Real s) { return from_bits(to_bits(x) ^ (to_bits(s) & BitsOf(sign_bit))); }
inline Real reciprocal_exponent(Real x) {
  return from_bits(BitsOf(std::uint64_t{0x7fe} << 52) - (to_bits(x) & BitsOf(exponent_bits)));
}

struct Quad {
  Real x, y, z, w;
};

#if defined(__AVX512F__)

inline unsigned bits(Mask m) { return static_cast<unsigned>(static_cast<__mmask8>(m.m)); }

/// Four floats of each of eight rows, widened and transposed.
template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  for (unsigned k = 0; k < N; ++k) {
    const auto two_rows = [&](int i) {  // i and i + 4
      const __m256 floats = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(i) + 4 * k)),
                                                 _mm_loadu_ps(row(i + 4) + 4 * k), 1);
      return _mm512_cvtps_pd(floats);
    };
    const __m512d r0 = two_rows(0), r1 = two_rows(1), r2 = two_rows(2), r3 = two_rows(3);
    const __m512d xz01 = _mm512_unpacklo_pd(r0, r1), yw01 = _mm512_unpackhi_pd(r0, r1);
    const __m512d xz23 = _mm512_unpacklo_pd(r2, r3), yw23 = _mm512_unpackhi_pd(r2, r3);
    out[k] = {
        Real::Batch(_mm512_permutex2var_pd(xz01, even, xz23)), Real::Batch(_mm512_permutex2var_pd(yw01, even, yw23)),
        Real::Batch(_mm512_permutex2var_pd(xz01, odd, xz23)), Real::Batch(_mm512_permutex2var_pd(yw01, odd, yw23))};
  }
}

#elif defined(__AVX2__)

inline unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m.m)); }

/// Four floats of each of four rows, widened and transposed.
template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  for (unsigned k = 0; k < N; ++k) {
    const auto widened = [&](int i) { return _mm256_cvtps_pd(_mm_loadu_ps(row(i) + 4 * k)); };
    const __m256d r0 = widened(0), r1 = widened(1), r2 = widened(2), r3 = widened(3);
    const __m256d xz01 = _mm256_unpacklo_pd(r0, r1), yw01 = _mm256_unpackhi_pd(r0, r1);
    const __m256d xz23 = _mm256_unpacklo_pd(r2, r3), yw23 = _mm256_unpackhi_pd(r2, r3);
    out[k] = {
        Real::Batch(_mm256_permute2f128_pd(xz01, xz23, 0x20)), Real::Batch(_mm256_permute2f128_pd(yw01, yw23, 0x20)),
        Real::Batch(_mm256_permute2f128_pd(xz01, xz23, 0x31)), Real::Batch(_mm256_permute2f128_pd(yw01, yw23, 0x31))};
  }
}

#else

inline unsigned bits(Mask m) {
  double lane[Real::width];
  select(m, Real(1), Real(0)).store(lane);
  unsigned all = 0;
  for (int i = 0; i < Real::width; ++i) all |= static_cast<unsigned>(lane[i] != 0) << i;
  return all;
}

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  const auto column = [&](unsigned at) {
    double x[Real::width];
    for (int i = 0; i < Real::width; ++i) x[i] = row(i)[at];
    return Real::load(x);
  };
  for (unsigned k = 0; k < N; ++k) out[k] = {column(4 * k), column(4 * k + 1), column(4 * k + 2), column(4 * k + 3)};
}

#endif

inline std::uint32_t index_of_max(Real x, Index index) {
  double value[Real::width], at[Real::width];
  x.store(value), index.v.store(at);
  int best = 0;
  for (int i = 1; i < Real::width; ++i)
    if (value[i] > value[best] || (value[i] == value[best] && at[i] < at[best])) best = i;
  return static_cast<std::uint32_t>(at[best]);
}

}  // namespace lockstep::LOCKSTEP_ISA
