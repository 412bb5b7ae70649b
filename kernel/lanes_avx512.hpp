// AVX-512 (F, DQ, BW, VL): 16 lanes. See lanes.hpp for what each operation means.
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
inline Real abs(Real x) { return Real::Batch(_mm512_andnot_ps(_mm512_castsi512_ps(sign_bit()), x.v)); }
inline Real min(Real a, Real b) { return Real::Batch(_mm512_min_ps(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm512_max_ps(a.v, b.v)); }
inline Real flip_sign(Real x, Real s) {
  constexpr int xor_of_first_with_and_of_others = 0x78;
  return Real::Batch(_mm512_castsi512_ps(_mm512_ternarylogic_epi32(
      _mm512_castps_si512(x.v), _mm512_castps_si512(s.v), sign_bit(), xor_of_first_with_and_of_others)));
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

template <unsigned N>
void load_rows(const float* const* rows, Quad (&out)[N]) {
  // Row 4k+j goes to 128-bit part k of register j: a 4x4 transpose within each part finishes the 16x4 one.
  __m512d r[N][4];
  for (int j = 0; j < 4; ++j) {
    const float *p0 = rows[j], *p1 = rows[4 + j], *p2 = rows[8 + j], *p3 = rows[12 + j];
    for (unsigned i = 0; i < N; ++i) {
      __m512 x = _mm512_castps128_ps512(_mm_loadu_ps(p0 + 4 * i));
      x = _mm512_mask_broadcast_f32x4(x, 0x00f0, _mm_loadu_ps(p1 + 4 * i));
      x = _mm512_mask_broadcast_f32x4(x, 0x0f00, _mm_loadu_ps(p2 + 4 * i));
      r[i][j] = _mm512_castps_pd(_mm512_mask_broadcast_f32x4(x, 0xf000, _mm_loadu_ps(p3 + 4 * i)));
    }
  }
  for (unsigned i = 0; i < N; ++i) out[i] = transpose_parts(r[i][0], r[i][1], r[i][2], r[i][3]);
}

inline std::uint32_t index_of_max(Real x, Index index) {
  const float largest = _mm512_reduce_max_ps(x.v);
  const __mmask16 at = _mm512_cmp_ps_mask(x.v, _mm512_set1_ps(largest), _CMP_EQ_OQ);
  return at == 0 ? 0U : _mm512_mask_reduce_min_epu32(at, index.v);
}

}  // namespace lockstep::LOCKSTEP_ISA
