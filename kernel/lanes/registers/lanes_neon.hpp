// NEON of AArch64: 4 lanes. Does not use xsimd, whose division and square roots are approximations there. lanes.hpp
// documents the operations.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "lanes/registers/compress_table.hpp"

namespace lockstep::LOCKSTEP_ISA {

using Number = float;

struct Mask {
  uint32x4_t m;  // all bits of a lane, or none
  friend Mask operator&(Mask a, Mask b) { return {vandq_u32(a.m, b.m)}; }
  friend Mask operator|(Mask a, Mask b) { return {vorrq_u32(a.m, b.m)}; }
  friend Mask operator!(Mask a) { return {vmvnq_u32(a.m)}; }
};

struct Real {
  static constexpr int width = 4;
  float32x4_t v;

  Real() = default;
  Real(float32x4_t x) : v(x) {}
  Real(float x) : v(vdupq_n_f32(x)) {}
  static Real load(const float* p) { return vld1q_f32(p); }  // aligned or not
  void store(float* p) const { vst1q_f32(p, v); }

  friend Real operator+(Real a, Real b) { return vaddq_f32(a.v, b.v); }
  friend Real operator-(Real a, Real b) { return vsubq_f32(a.v, b.v); }
  friend Real operator*(Real a, Real b) { return vmulq_f32(a.v, b.v); }
  friend Real operator/(Real a, Real b) { return vdivq_f32(a.v, b.v); }
  friend Real operator-(Real a);
  friend Mask operator<(Real a, Real b) { return {vcltq_f32(a.v, b.v)}; }
  friend Mask operator<=(Real a, Real b) { return {vcleq_f32(a.v, b.v)}; }
  friend Mask operator>(Real a, Real b) { return {vcgtq_f32(a.v, b.v)}; }
  friend Mask operator>=(Real a, Real b) { return {vcgeq_f32(a.v, b.v)}; }
  friend Mask operator==(Real a, Real b) { return {vceqq_f32(a.v, b.v)}; }
};

struct Index {
  uint32x4_t v;

  Index() = default;
  Index(uint32x4_t x) : v(x) {}
  Index(std::uint32_t x) : v(vdupq_n_u32(x)) {}
  static Index load(const std::uint32_t* p) { return vld1q_u32(p); }
  static Index count_from(std::uint32_t first) {
    static constexpr std::uint32_t steps[4] = {0, 1, 2, 3};
    return vaddq_u32(vld1q_u32(steps), vdupq_n_u32(first));
  }
  void store(std::uint32_t* p) const { vst1q_u32(p, v); }
  friend Index operator+(Index a, Index b) { return vaddq_u32(a.v, b.v); }
};

struct Quad {
  Real x, y, z, w;
};

inline uint32x4_t compress_lanes(uint32x4_t x, unsigned mask) {
  return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), vld1q_u8(compress_table.bytes[mask])));
}
inline uint32x4_t sign_bit() { return vdupq_n_u32(0x80000000U); }

inline Real select(Mask m, Real a, Real b) { return vbslq_f32(m.m, a.v, b.v); }
inline Index select(Mask m, Index a, Index b) { return vbslq_u32(m.m, a.v, b.v); }
inline unsigned bits(Mask m) {
  static constexpr std::uint32_t weights[4] = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(m.m, vld1q_u32(weights)));
}
inline Mask first_lanes(int count) {
  return {vcltq_u32(Index::count_from(0).v, vdupq_n_u32(static_cast<std::uint32_t>(count)))};
}

inline Mask less(Index a, Index b) { return {vcltq_u32(a.v, b.v)}; }
inline Real load_repeated(const float* p) { return Real(*p); }
inline Index load_repeated(const std::uint32_t* p) { return Index(*p); }
inline Real load_spread(const float* p) { return Real::load(p); }
inline Index load_spread(const std::uint32_t* p) { return Index::load(p); }

inline Real sqrt(Real x) { return vsqrtq_f32(x.v); }
inline Real abs(Real x) { return vabsq_f32(x.v); }
inline Real min(Real a, Real b) { return select(a < b, a, b); }
inline Real max(Real a, Real b) { return select(a > b, a, b); }
inline Real fused(Real a, Real b, Real c) { return vfmaq_f32(c.v, a.v, b.v); }
inline Real flip_sign(Real x, Real s) {
  const uint32x4_t sign = vandq_u32(vreinterpretq_u32_f32(s.v), sign_bit());
  return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(x.v), sign));
}
inline Real reciprocal_exponent(Real x) {
  const uint32x4_t exponent = vandq_u32(vreinterpretq_u32_f32(x.v), vdupq_n_u32(0x7f800000U));
  return vreinterpretq_f32_u32(vsubq_u32(vdupq_n_u32(0x7f000000U), exponent));
}

inline int compress(float* p, Real x, Mask m) {
  vst1q_f32(p, vreinterpretq_f32_u32(compress_lanes(vreinterpretq_u32_f32(x.v), bits(m))));
  return __builtin_popcount(bits(m));
}
inline int compress(std::uint32_t* p, Index x, Mask m) {
  vst1q_u32(p, compress_lanes(x.v, bits(m)));
  return __builtin_popcount(bits(m));
}
inline void store_bytes(std::uint8_t* p, Index x) {
  const uint16x4_t words = vmovn_u32(x.v);
  const std::uint32_t four = vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(words, words))), 0);
  __builtin_memcpy(p, &four, 4);
}

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  const auto low = [](float32x4_t a, float32x4_t b) { return vcombine_f32(vget_low_f32(a), vget_low_f32(b)); };
  const auto high = [](float32x4_t a, float32x4_t b) { return vcombine_f32(vget_high_f32(a), vget_high_f32(b)); };
  for (unsigned i = 0; i < N; ++i) {
    const float32x4x2_t r01 = vtrnq_f32(vld1q_f32(row(0) + 4 * i), vld1q_f32(row(1) + 4 * i));
    const float32x4x2_t r23 = vtrnq_f32(vld1q_f32(row(2) + 4 * i), vld1q_f32(row(3) + 4 * i));
    out[i] = {low(r01.val[0], r23.val[0]), low(r01.val[1], r23.val[1]), high(r01.val[0], r23.val[0]),
              high(r01.val[1], r23.val[1])};
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
