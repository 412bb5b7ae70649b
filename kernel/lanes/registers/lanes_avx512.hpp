// AVX-512 (F, DQ, BW, VL): 16 lanes. lanes.hpp documents the operations.
#pragma once

namespace lockstep::LOCKSTEP_ISA {

struct Quad {
  Real x, y, z, w;
};

inline __m512i sign_bit() { return _mm512_set1_epi32(static_cast<int>(0x80000000U)); }

inline unsigned bits(Mask m) { return static_cast<unsigned>(static_cast<__mmask16>(m.m)); }
inline Mask first_lanes(int count) { return {static_cast<__mmask16>((1U << count) - 1U)}; }
inline Index select(Mask m, Index a, Index b) {
  return Index::Batch(_mm512_mask_blend_epi32(static_cast<__mmask16>(m.m), b.v, a.v));
}
inline Mask less(Index a, Index b) { return {_mm512_cmplt_epu32_mask(a.v, b.v)}; }
inline Real load_repeated(const float* p) { return Real::Batch(_mm512_broadcast_f32x4(_mm_loadu_ps(p))); }
inline Index load_repeated(const std::uint32_t* p) {
  return Index::Batch(_mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
}
inline __m512i spread_order() { return _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3); }
inline Real load_spread(const float* p) {
  return Real::Batch(_mm512_permutexvar_ps(spread_order(), _mm512_castps128_ps512(_mm_loadu_ps(p))));
}
inline Index load_spread(const std::uint32_t* p) {
  const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return Index::Batch(_mm512_permutexvar_epi32(spread_order(), _mm512_castsi128_si512(four)));
}
inline Real abs(Real x) { return Real::Batch(_mm512_andnot_ps(_mm512_castsi512_ps(sign_bit()), x.v)); }
inline Real min(Real a, Real b) { return Real::Batch(_mm512_min_ps(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm512_max_ps(a.v, b.v)); }
inline Real fused(Real a, Real b, Real c) { return Real::Batch(_mm512_fmadd_ps(a.v, b.v, c.v)); }
inline Real flip_sign(Real x, Real s) {
  constexpr int xor_of_first_with_and_of_others = 0x78;
  return Real::Batch(_mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(x.v), _mm512_castps_si512(s.v),
                                                                   sign_bit(), xor_of_first_with_and_of_others)));
}
inline Real reciprocal_exponent(Real x) {
  const __m512i exponent = _mm512_and_si512(_mm512_castps_si512(x.v), _mm512_set1_epi32(0x7f800000));
  return Real::Batch(_mm512_castsi512_ps(_mm512_sub_epi32(_mm512_set1_epi32(0x7f000000), exponent)));
}

inline int compress(float* p, Real x, Mask m) {
  _mm512_storeu_ps(p, _mm512_maskz_compress_ps(static_cast<__mmask16>(m.m), x.v));
  return __builtin_popcount(bits(m));
}
inline int compress(std::uint32_t* p, Index x, Mask m) {
  _mm512_storeu_si512(p, _mm512_maskz_compress_epi32(static_cast<__mmask16>(m.m), x.v));
  return __builtin_popcount(bits(m));
}
inline void store_bytes(std::uint8_t* p, Index x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(x.v));
}

inline Quad transpose_parts(__m512d r0, __m512d r1, __m512d r2, __m512d r3) {
  const auto low = [](__m512d a, __m512d b) {
    return _mm512_castps_pd(_mm512_unpacklo_ps(_mm512_castpd_ps(a), _mm512_castpd_ps(b)));
  };
  const auto high = [](__m512d a, __m512d b) {
    return _mm512_castps_pd(_mm512_unpackhi_ps(_mm512_castpd_ps(a), _mm512_castpd_ps(b)));
  };
  const __m512d xy01 = low(r0, r1), zw01 = high(r0, r1), xy23 = low(r2, r3), zw23 = high(r2, r3);
  return {Real::Batch(_mm512_castpd_ps(_mm512_unpacklo_pd(xy01, xy23))),
          Real::Batch(_mm512_castpd_ps(_mm512_unpackhi_pd(xy01, xy23))),
          Real::Batch(_mm512_castpd_ps(_mm512_unpacklo_pd(zw01, zw23))),
          Real::Batch(_mm512_castpd_ps(_mm512_unpackhi_pd(zw01, zw23)))};
}

/// Four floats of each row: row 4k+j goes to 128-bit part k of register j, and a transpose within the parts finishes.
template <class RowOf>
Quad load_quad(const RowOf& row, unsigned at) {
  const auto four_rows = [&](int j) {
    __m512 x = _mm512_castps128_ps512(_mm_loadu_ps(row(j) + at));
    x = _mm512_mask_broadcast_f32x4(x, 0x00f0, _mm_loadu_ps(row(4 + j) + at));
    x = _mm512_mask_broadcast_f32x4(x, 0x0f00, _mm_loadu_ps(row(8 + j) + at));
    return _mm512_castps_pd(_mm512_mask_broadcast_f32x4(x, 0xf000, _mm_loadu_ps(row(12 + j) + at)));
  };
  return transpose_parts(four_rows(0), four_rows(1), four_rows(2), four_rows(3));
}

/// Eight floats of each row, with a fifth fewer operations than two quads: each load puts two half rows into a
/// register.
template <class RowOf>
void load_two_quads(const RowOf& row, unsigned at, Quad& first, Quad& second) {
  const auto two_rows = [&](int j) {
    return _mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(_mm256_loadu_ps(row(j) + at))),
                              _mm256_castps_pd(_mm256_loadu_ps(row(j + 4) + at)), 1);
  };
  // The parts: rows 0-3 of the first quad, of the second, rows 4-7 of the first, of the second; then rows 8-15.
  const Quad low = transpose_parts(two_rows(0), two_rows(1), two_rows(2), two_rows(3));
  const Quad high = transpose_parts(two_rows(8), two_rows(9), two_rows(10), two_rows(11));
  const auto even = [](Real a, Real b) { return Real(Real::Batch(_mm512_shuffle_f32x4(a.v, b.v, 0x88))); };
  const auto odd = [](Real a, Real b) { return Real(Real::Batch(_mm512_shuffle_f32x4(a.v, b.v, 0xdd))); };
  first = {even(low.x, high.x), even(low.y, high.y), even(low.z, high.z), even(low.w, high.w)};
  second = {odd(low.x, high.x), odd(low.y, high.y), odd(low.z, high.z), odd(low.w, high.w)};
}

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  for (unsigned i = 0; i + 1 < N; i += 2) load_two_quads(row, 4 * i, out[i], out[i + 1]);
  if constexpr (N % 2 == 1) out[N - 1] = load_quad(row, 4 * (N - 1));
}

}  // namespace lockstep::LOCKSTEP_ISA
