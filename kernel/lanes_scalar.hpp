// Width 1: one query at a time in plain floats. The oracle that every wider instruction set must match bit for bit.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::LOCKSTEP_ISA {

struct Mask {
  bool m;
  friend Mask operator&(Mask a, Mask b) { return {a.m && b.m}; }
  friend Mask operator|(Mask a, Mask b) { return {a.m || b.m}; }
  friend Mask operator!(Mask a) { return {!a.m}; }
};

struct Real {
  static constexpr int width = 1;
  float v;

  Real() = default;
  Real(float x) : v(x) {}
  static Real load(const float* p) {  // aligned or not
    Real x;
    __builtin_memcpy(&x.v, p, sizeof x.v);
    return x;
  }
  void store(float* p) const { *p = v; }

  friend Real operator+(Real a, Real b) { return a.v + b.v; }
  friend Real operator-(Real a, Real b) { return a.v - b.v; }
  friend Real operator*(Real a, Real b) { return a.v * b.v; }
  friend Real operator/(Real a, Real b) { return a.v / b.v; }
  friend Real operator-(Real a);
  friend Mask operator<(Real a, Real b) { return {a.v < b.v}; }
  friend Mask operator<=(Real a, Real b) { return {a.v <= b.v}; }
  friend Mask operator>(Real a, Real b) { return {a.v > b.v}; }
  friend Mask operator>=(Real a, Real b) { return {a.v >= b.v}; }
  friend Mask operator==(Real a, Real b) { return {a.v == b.v}; }
};

struct Index {
  std::uint32_t v;

  Index() = default;
  Index(std::uint32_t x) : v(x) {}
  static Index load(const std::uint32_t* p) { return *p; }
  static Index count_from(std::uint32_t first) { return first; }
  void store(std::uint32_t* p) const { *p = v; }
};

inline Real select(Mask m, Real a, Real b) { return m.m ? a : b; }
inline Index select(Mask m, Index a, Index b) { return m.m ? a : b; }
inline unsigned bits(Mask m) { return m.m; }
inline Mask first_lanes(int count) { return {count > 0}; }

inline Real sqrt(Real x) { return __builtin_sqrtf(x.v); }
inline Real abs(Real x) { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x.v) & 0x7fffffffU); }
inline Real min(Real a, Real b) { return a.v < b.v ? a : b; }
inline Real max(Real a, Real b) { return a.v > b.v ? a : b; }
inline Real flip_sign(Real x, Real s) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x.v) ^ (std::bit_cast<std::uint32_t>(s.v) & 0x80000000U));
}
inline Real reciprocal_exponent(Real x) {
  return std::bit_cast<float>(0x7f000000U - (std::bit_cast<std::uint32_t>(x.v) & 0x7f800000U));
}

inline int compress(float* p, Real x, Mask m) { return *p = x.v, m.m; }
inline int compress(std::uint32_t* p, Index x, Mask m) { return *p = x.v, m.m; }
inline void store_bytes(std::uint8_t* p, Index x) { *p = static_cast<std::uint8_t>(x.v); }

struct Quad {
  Real x, y, z, w;
};

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  const float* p = row(0);
  for (unsigned i = 0; i < N; ++i) out[i] = {p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]};
}

inline std::uint32_t index_of_max(Real, Index index) { return index.v; }

}  // namespace lockstep::LOCKSTEP_ISA
