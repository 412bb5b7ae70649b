// AVX2: 8 lanes. lanes.hpp documents the operations.
#pragma once

namespace lockstep::LOCKSTEP_ISA {

struct Quad {
  Real x, y, z, w;
};

/// For each mask of 8 bits, the set lanes, lowest first, one byte each.
struct CompressTable {
  alignas(64) std::uint64_t lanes[256];
};
constexpr CompressTable make_compress_table() {
  CompressTable table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned next = 0;
    for (std::uint64_t lane = 0; lane < 8; ++lane)
      if ((mask >> lane & 1U) != 0) table.lanes[mask] |= lane << (8 * next++);
  }
  return table;
}
inline constexpr CompressTable compress_table = make_compress_table();

inline __m256i compress_order(unsigned mask) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&compress_table.lanes[mask])));
}
inline __m256 sign_bit() { return _mm256_set1_ps(-0.0F); }

inline unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_ps(m.m)); }
inline Mask first_lanes(int count) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count), lane))};
}
inline Index select(Mask m, Index a, Index b) {
  return Index::Batch(_mm256_blendv_epi8(b.v, a.v, _mm256_castps_si256(m.m)));
}
inline Mask less(Index a, Index b) { return {_mm256_castsi256_ps(_mm256_cmpgt_epi32(b.v, a.v))}; }
inline Real load_repeated(const float* p) {
  double both;  // _mm256_broadcast_sd wants a double's address, which two floats may not have
  __builtin_memcpy(&both, p, sizeof both);
  return Real::Batch(_mm256_castpd_ps(_mm256_set1_pd(both)));
}
inline Index load_repeated(const std::uint32_t* p) {
  return Index::Batch(_mm256_castps_si256(load_repeated(reinterpret_cast<const float*>(p)).v));
}
inline Real load_spread(const float* p) {
  const __m256i order = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
  return Real::Batch(_mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), order));
}
inline Index load_spread(const std::uint32_t* p) {
  return Index::Batch(_mm256_castps_si256(load_spread(reinterpret_cast<const float*>(p)).v));
}
inline Real abs(Real x) { return Real::Batch(_mm256_andnot_ps(sign_bit(), x.v)); }
inline Real min(Real a, Real b) { return Real::Batch(_mm256_min_ps(a.v, b.v)); }
inline Real max(Real a, Real b) { return Real::Batch(_mm256_max_ps(a.v, b.v)); }
inline Real fused(Real a, Real b, Real c) { return Real::Batch(_mm256_fmadd_ps(a.v, b.v, c.v)); }
inline Real flip_sign(Real x, Real s) { return Real::Batch(_mm256_xor_ps(x.v, _mm256_and_ps(s.v, sign_bit()))); }
inline Real reciprocal_exponent(Real x) {
  const __m256i exponent = _mm256_and_si256(_mm256_castps_si256(x.v), _mm256_set1_epi32(0x7f800000));
  return Real::Batch(_mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x7f000000), exponent)));
}

inline int compress(float* p, Real x, Mask m) {
  _mm256_storeu_ps(p, _mm256_permutevar8x32_ps(x.v, compress_order(bits(m))));
  return __builtin_popcount(bits(m));
}
inline int compress(std::uint32_t* p, Index x, Mask m) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_permutevar8x32_epi32(x.v, compress_order(bits(m))));
  return __builtin_popcount(bits(m));
}
inline void store_bytes(std::uint8_t* p, Index x) {
  const __m256i low = _mm256_and_si256(x.v, _mm256_set1_epi32(0xff));
  const __m128i words = _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm_packus_epi16(words, words));
}

inline Quad transpose_parts(__m256 r0, __m256 r1, __m256 r2, __m256 r3) {
  const __m256d xy01 = _mm256_castps_pd(_mm256_unpacklo_ps(r0, r1)),
                zw01 = _mm256_castps_pd(_mm256_unpackhi_ps(r0, r1));
  const __m256d xy23 = _mm256_castps_pd(_mm256_unpacklo_ps(r2, r3)),
                zw23 = _mm256_castps_pd(_mm256_unpackhi_ps(r2, r3));
  return {Real::Batch(_mm256_castpd_ps(_mm256_unpacklo_pd(xy01, xy23))),
          Real::Batch(_mm256_castpd_ps(_mm256_unpackhi_pd(xy01, xy23))),
          Real::Batch(_mm256_castpd_ps(_mm256_unpacklo_pd(zw01, zw23))),
          Real::Batch(_mm256_castpd_ps(_mm256_unpackhi_pd(zw01, zw23)))};
}

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  // Row 4k+j goes to 128-bit part k of register j: a 4x4 transpose within each part finishes the 8x4 one.
  for (unsigned i = 0; i < N; ++i) {
    const auto two_rows = [&](int j) {
      return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(j) + 4 * i)),
                                  _mm_loadu_ps(row(4 + j) + 4 * i), 1);
    };
    out[i] = transpose_parts(two_rows(0), two_rows(1), two_rows(2), two_rows(3));
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
