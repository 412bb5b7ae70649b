// W/2 doubles side by side, for distances and for the few queries that float lanes leave undecided. lanes.hpp documents
// the operations. Most are written once for all instruction sets, with the plain operations of xsimd.
#pragma once

namespace lockstep::LOCKSTEP_ISA {

/// 0, 1, 2 ...
inline Real lane_numbers() {
  double x[Real::width];
  for (int i = 0; i < Real::width; ++i) x[i] = i;
  return Real::load(x);
}

/// Ids of queries, as doubles, which hold every uint32 exactly.
struct Index {
  Real v;

  Index(Real x) : v(x) {}
  Index(std::uint32_t x) : v(x) {}
  static Index count_from(std::uint32_t first) { return lane_numbers() + Real(first); }
  void store(std::uint32_t* p) const {
    double x[Real::width];
    v.store(x);
    for (int i = 0; i < Real::width; ++i) p[i] = static_cast<std::uint32_t>(x[i]);
  }
};

inline Index select(Mask m, Index a, Index b) { return {select(m, a.v, b.v)}; }
inline Mask first_lanes(int count) { return lane_numbers() < Real(count); }
/// The inverse of `bits`.
inline Mask lanes_of(unsigned set) {
  double lane[Real::width];
  for (int i = 0; i < Real::width; ++i) lane[i] = set >> i & 1U;
  return Real::load(lane) > Real(0);
}

// One instruction, with the same results for NaN and for zeros of either sign.
#if defined(__AVX512F__)
inline Real min(Real a, Real b) { return Real::Batch(_mm512_min_pd(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm512_max_pd(a.v, b.v)); }
#elif defined(__AVX2__)
inline Real min(Real a, Real b) { return Real::Batch(_mm256_min_pd(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm256_max_pd(a.v, b.v)); }
#else
inline Real min(Real a, Real b) { return select(a < b, a, b); }
inline Real max(Real a, Real b) { return select(a > b, a, b); }
#endif
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

/// Whole numbers below 2^52, as the bits of a uint64.
inline Real to_integer(Real x) { return from_bits(to_bits(x + Real(0x1p52)) & BitsOf(~(sign_bit | exponent_bits))); }

struct Quad {
  Real x, y, z, w;
};

/// Two floats at p, and two at q.
inline __m128 two_halves(const float* p, const float* q) {
  const auto half = [](const float* at) { return _mm_loadu_si64(at); };
  return _mm_castsi128_ps(_mm_unpacklo_epi64(half(p), half(q)));
}

#if defined(__AVX512F__)

inline unsigned bits(Mask m) { return static_cast<unsigned>(static_cast<__mmask8>(m.m)); }
inline int compress(double* p, Real x, Mask m) {
  _mm512_storeu_pd(p, _mm512_maskz_compress_pd(static_cast<__mmask8>(m.m), x.v));
  return __builtin_popcount(bits(m));
}

struct Pairs {
  __m512d even, odd;
};

/// Transposes eight rows of four; each register holds rows i and i + 4.
inline Quad transpose(__m512d r0, __m512d r1, __m512d r2, __m512d r3) {
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  const __m512d xz01 = _mm512_unpacklo_pd(r0, r1), yw01 = _mm512_unpackhi_pd(r0, r1);
  const __m512d xz23 = _mm512_unpacklo_pd(r2, r3), yw23 = _mm512_unpackhi_pd(r2, r3);
  return {Real::Batch(_mm512_permutex2var_pd(xz01, even, xz23)), Real::Batch(_mm512_permutex2var_pd(yw01, even, yw23)),
          Real::Batch(_mm512_permutex2var_pd(xz01, odd, xz23)), Real::Batch(_mm512_permutex2var_pd(yw01, odd, yw23))};
}

/// Rows i and i + 4 from column `at` on, widened.
template <class RowOf>
__m512d widened_rows(const RowOf& row, int i, unsigned at) {
  return _mm512_cvtps_pd(
      _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(i) + at)), _mm_loadu_ps(row(i + 4) + at), 1));
}

/// Four floats of each of eight rows, widened and transposed.
template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  for (unsigned k = 0; k < N; ++k) {
    const auto two_rows = [&](int i) { return widened_rows(row, i, 4 * k); };
    out[k] = transpose(two_rows(0), two_rows(1), two_rows(2), two_rows(3));
  }
}

/// Lane i of column[k] is number k of row(i).
template <class RowAt>
void store_rows(const Real (&column)[8], const RowAt& row) {
  const auto two_rows = [&](int k) {  // numbers k and k + 1, even and odd rows apart
    return Pairs{_mm512_unpacklo_pd(column[k].v, column[k + 1].v), _mm512_unpackhi_pd(column[k].v, column[k + 1].v)};
  };
  const Pairs p0 = two_rows(0), p2 = two_rows(2), p4 = two_rows(4), p6 = two_rows(6);
  const auto store_four = [&](int first, __m512d k0, __m512d k2, __m512d k4, __m512d k6) {  // every other row
    const __m512d low02 = _mm512_shuffle_f64x2(k0, k2, 0x44), high02 = _mm512_shuffle_f64x2(k0, k2, 0xee);
    const __m512d low46 = _mm512_shuffle_f64x2(k4, k6, 0x44), high46 = _mm512_shuffle_f64x2(k4, k6, 0xee);
    _mm512_storeu_pd(row(first), _mm512_shuffle_f64x2(low02, low46, 0x88));
    _mm512_storeu_pd(row(first + 2), _mm512_shuffle_f64x2(low02, low46, 0xdd));
    _mm512_storeu_pd(row(first + 4), _mm512_shuffle_f64x2(high02, high46, 0x88));
    _mm512_storeu_pd(row(first + 6), _mm512_shuffle_f64x2(high02, high46, 0xdd));
  };
  store_four(0, p0.even, p2.even, p4.even, p6.even);
  store_four(1, p0.odd, p2.odd, p4.odd, p6.odd);
}

/// The first two numbers of each row.
template <class RowOf>
void load_pairs(const RowOf& row, Real& x, Real& y) {
  __m512d even, odd;  // rows
  if constexpr (sizeof(*row(0)) == sizeof(double)) {
    const auto four_rows = [&](int first) {
      __m512d rows = _mm512_castpd128_pd512(_mm_loadu_pd(row(first)));
      rows = _mm512_mask_broadcast_f64x2(rows, 0x0c, _mm_loadu_pd(row(first + 2)));
      rows = _mm512_mask_broadcast_f64x2(rows, 0x30, _mm_loadu_pd(row(first + 4)));
      return _mm512_mask_broadcast_f64x2(rows, 0xc0, _mm_loadu_pd(row(first + 6)));
    };
    even = four_rows(0), odd = four_rows(1);
  } else {
    const auto four_rows = [&](int first) {
      return _mm512_cvtps_pd(
          _mm256_set_m128(two_halves(row(first + 4), row(first + 6)), two_halves(row(first), row(first + 2))));
    };
    even = four_rows(0), odd = four_rows(1);
  }
  x = Real::Batch(_mm512_unpacklo_pd(even, odd)), y = Real::Batch(_mm512_unpackhi_pd(even, odd));
}

/// The inverse of load_pairs.
template <class RowAt>
void store_pairs(const Real& x, const Real& y, const RowAt& row) {
  const __m512d even = _mm512_unpacklo_pd(x.v, y.v), odd = _mm512_unpackhi_pd(x.v, y.v);
  const auto store = [&](int i, __m512d rows) {  // i, i + 2 ..
    _mm_storeu_pd(row(i), _mm512_castpd512_pd128(rows));
    _mm_storeu_pd(row(i + 2), _mm512_extractf64x2_pd(rows, 1));
    _mm_storeu_pd(row(i + 4), _mm512_extractf64x2_pd(rows, 2));
    _mm_storeu_pd(row(i + 6), _mm512_extractf64x2_pd(rows, 3));
  };
  store(0, even), store(1, odd);
}

#elif defined(__AVX2__)

inline unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m.m)); }

inline Quad transpose(__m256d r0, __m256d r1, __m256d r2, __m256d r3) {
  const __m256d xz01 = _mm256_unpacklo_pd(r0, r1), yw01 = _mm256_unpackhi_pd(r0, r1);
  const __m256d xz23 = _mm256_unpacklo_pd(r2, r3), yw23 = _mm256_unpackhi_pd(r2, r3);
  return {Real::Batch(_mm256_permute2f128_pd(xz01, xz23, 0x20)), Real::Batch(_mm256_permute2f128_pd(yw01, yw23, 0x20)),
          Real::Batch(_mm256_permute2f128_pd(xz01, xz23, 0x31)), Real::Batch(_mm256_permute2f128_pd(yw01, yw23, 0x31))};
}

/// Four floats of each of four rows, widened and transposed.
template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  for (unsigned k = 0; k < N; ++k) {
    const auto widened = [&](int i) { return _mm256_cvtps_pd(_mm_loadu_ps(row(i) + 4 * k)); };
    out[k] = transpose(widened(0), widened(1), widened(2), widened(3));
  }
}

/// Lane i of column[k] is number k of row(i).
template <class RowAt>
void store_rows(const Real (&column)[8], const RowAt& row) {
  for (int k = 0; k < 8; k += 4) {
    const Real* const c = column + k;
    const __m256d low01 = _mm256_unpacklo_pd(c[0].v, c[1].v), high01 = _mm256_unpackhi_pd(c[0].v, c[1].v);
    const __m256d low23 = _mm256_unpacklo_pd(c[2].v, c[3].v), high23 = _mm256_unpackhi_pd(c[2].v, c[3].v);
    _mm256_storeu_pd(row(0) + k, _mm256_permute2f128_pd(low01, low23, 0x20));
    _mm256_storeu_pd(row(1) + k, _mm256_permute2f128_pd(high01, high23, 0x20));
    _mm256_storeu_pd(row(2) + k, _mm256_permute2f128_pd(low01, low23, 0x31));
    _mm256_storeu_pd(row(3) + k, _mm256_permute2f128_pd(high01, high23, 0x31));
  }
}

/// The first two numbers of each row.
template <class RowOf>
void load_pairs(const RowOf& row, Real& x, Real& y) {
  const auto two_rows = [&](int first) {
    if constexpr (sizeof(*row(0)) == sizeof(double))
      return _mm256_set_m128d(_mm_loadu_pd(row(first + 2)), _mm_loadu_pd(row(first)));
    else
      return _mm256_cvtps_pd(two_halves(row(first), row(first + 2)));
  };
  const __m256d even = two_rows(0), odd = two_rows(1);
  x = Real::Batch(_mm256_unpacklo_pd(even, odd)), y = Real::Batch(_mm256_unpackhi_pd(even, odd));
}

/// The inverse of load_pairs.
template <class RowAt>
void store_pairs(const Real& x, const Real& y, const RowAt& row) {
  const __m256d even = _mm256_unpacklo_pd(x.v, y.v), odd = _mm256_unpackhi_pd(x.v, y.v);
  _mm_storeu_pd(row(0), _mm256_castpd256_pd128(even)), _mm_storeu_pd(row(1), _mm256_castpd256_pd128(odd));
  _mm_storeu_pd(row(2), _mm256_extractf128_pd(even, 1)), _mm_storeu_pd(row(3), _mm256_extractf128_pd(odd, 1));
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

/// Lane i of column[k] is number k of row(i).
template <class RowAt>
void store_rows(const Real (&column)[8], const RowAt& row) {
  for (int k = 0; k < 8; ++k) {
    double x[Real::width];
    column[k].store(x);
    for (int i = 0; i < Real::width; ++i) __builtin_memcpy(row(i) + k, x + i, sizeof(double));
  }
}

/// The first two numbers of each row.
template <class RowOf>
void load_pairs(const RowOf& row, Real& x, Real& y) {
  double first[Real::width], second[Real::width];
  for (int i = 0; i < Real::width; ++i) first[i] = row(i)[0], second[i] = row(i)[1];
  x = Real::load(first), y = Real::load(second);
}

/// The inverse of load_pairs.
template <class RowAt>
void store_pairs(const Real& x, const Real& y, const RowAt& row) {
  double first[Real::width], second[Real::width];
  x.store(first), y.store(second);
  for (int i = 0; i < Real::width; ++i) row(i)[0] = first[i], row(i)[1] = second[i];
}

#endif

#if !defined(__AVX512F__)

inline int compress(double* p, Real x, Mask m) {
  double lane[Real::width];
  x.store(lane);
  int count = 0;
  for (unsigned left = bits(m); left != 0; left &= left - 1) p[count++] = lane[__builtin_ctz(left)];
  return count;
}

#endif

}  // namespace lockstep::LOCKSTEP_ISA
