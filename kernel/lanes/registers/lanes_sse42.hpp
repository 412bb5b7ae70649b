// SSE4.2: 4 lanes. lanes.hpp documents the operations.
#pragma once

#include "lanes/registers/compress_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct Quad {
  Real x, y, z, w;
};

inline __m128i compress_lanes(__m128i x, unsigned mask) {
  return _mm_shuffle_epi8(x, _mm_load_si128(reinterpret_cast<const __m128i*>(compress_table.bytes[mask])));
}
inline __m128 sign_bit() { return _mm_set1_ps(-0.0F); }

inline unsigned bits(Mask m) { return static_cast<unsigned>(_mm_movemask_ps(m.m)); }
inline Mask first_lanes(int count) {
  return {_mm_castsi128_ps(_mm_cmpgt_epi32(_mm_set1_epi32(count), _mm_setr_epi32(0, 1, 2, 3)))};
}
inline Index select(Mask m, Index a, Index b) { return Index::Batch(_mm_blendv_epi8(b.v, a.v, _mm_castps_si128(m.m))); }
inline Mask less(Index a, Index b) { return {_mm_castsi128_ps(_mm_cmplt_epi32(a.v, b.v))}; }
inline Real load_repeated(const float* p) { return Real(*p); }
inline Index load_repeated(const std::uint32_t* p) { return Index(*p); }
inline Real load_spread(const float* p) { return Real::load(p); }
inline Index load_spread(const std::uint32_t* p) { return Index::load(p); }
inline Real abs(Real x) { return Real::Batch(_mm_andnot_ps(sign_bit(), x.v)); }
inline Real min(Real a, Real b) { return Real::Batch(_mm_min_ps(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm_max_ps(a.v, b.v)); }
inline Real fused(Real a, Real b, Real c) { return a * b + c; }
inline Real flip_sign(Real x, Real s) { return Real::Batch(_mm_xor_ps(x.v, _mm_and_ps(s.v, sign_bit()))); }
inline Real reciprocal_exponent(Real x) {
  const __m128i exponent = _mm_and_si128(_mm_castps_si128(x.v), _mm_set1_epi32(0x7f800000));
  return Real::Batch(_mm_castsi128_ps(_mm_sub_epi32(_mm_set1_epi32(0x7f000000), exponent)));
}

inline int compress(float* p, Real x, Mask m) {
  _mm_storeu_ps(p, _mm_castsi128_ps(compress_lanes(_mm_castps_si128(x.v), bits(m))));
  return __builtin_popcount(bits(m));
}
inline int compress(std::uint32_t* p, Index x, Mask m) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), compress_lanes(x.v, bits(m)));
  return __builtin_popcount(bits(m));
}
inline void store_bytes(std::uint8_t* p, Index x) {
  const __m128i low_bytes = _mm_shuffle_epi8(x.v, _mm_cvtsi32_si128(0x0c080400));
  const int four = _mm_cvtsi128_si32(low_bytes);
  __builtin_memcpy(p, &four, 4);
}

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  for (unsigned i = 0; i < N; ++i) {
    __m128 r0 = _mm_loadu_ps(row(0) + 4 * i), r1 = _mm_loadu_ps(row(1) + 4 * i);
    __m128 r2 = _mm_loadu_ps(row(2) + 4 * i), r3 = _mm_loadu_ps(row(3) + 4 * i);
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    out[i] = {Real::Batch(r0), Real::Batch(r1), Real::Batch(r2), Real::Batch(r3)};
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
