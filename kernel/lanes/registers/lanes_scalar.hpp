// Width 1: plain numbers, one query at a time. Every wider instruction set must match these bits.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace lockstep::LOCKSTEP_ISA {

#ifdef LOCKSTEP_DOUBLE
using Number = double;
using Bits = std::uint64_t;
inline constexpr int mantissa_bits = 52;
#else
using Number = float;
using Bits = std::uint32_t;
inline constexpr int mantissa_bits = 23;
#endif
inline constexpr Bits sign_bit = Bits{1} << (8 * sizeof(Bits) - 1);
inline constexpr Bits exponent_bits = sign_bit - (Bits{1} << mantissa_bits);

struct Mask {
  bool m;
  friend Mask operator&(Mask a, Mask b) { return {a.m && b.m}; }
  friend Mask operator|(Mask a, Mask b) { return {a.m || b.m}; }
  friend Mask operator!(Mask a) { return {!a.m}; }
};

struct Real {
  static constexpr int width = 1;
  Number v;

  Real() = default;
  Real(Number x) : v(x) {}
  template <class T>
  static Real load(const T* p) {  // aligned or not
    T x;
    __builtin_memcpy(&x, p, sizeof x);
    return x;
  }
  void store(Number* p) const { *p = v; }

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
  friend Index operator+(Index a, Index b) { return a.v + b.v; }
};

inline Real select(Mask m, Real a, Real b) { return m.m ? a : b; }
inline Index select(Mask m, Index a, Index b) { return m.m ? a : b; }
inline Mask less(Index a, Index b) { return {a.v < b.v}; }
template <class T>
auto load_repeated(const T* p) {
  return std::conditional_t<std::is_same_v<T, std::uint32_t>, Index, Real>(*p);
}
template <class T>
auto load_spread(const T* p) {
  return load_repeated(p);
}
inline unsigned bits(Mask m) { return m.m; }
inline Mask lanes_of(unsigned set) { return {set != 0}; }
inline Mask first_lanes(int count) { return {count > 0}; }

inline Real sqrt(Real x) {
#ifdef LOCKSTEP_DOUBLE
  return __builtin_sqrt(x.v);
#else
  return __builtin_sqrtf(x.v);
#endif
}
inline Real abs(Real x) { return std::bit_cast<Number>(std::bit_cast<Bits>(x.v) & ~sign_bit); }
inline Real min(Real a, Real b) { return a.v < b.v ? a : b; }
inline Real max(Real a, Real b) { return a.v > b.v ? a : b; }
inline Real fused(Real a, Real b, Real c) { return a * b + c; }
inline Real flip_sign(Real x, Real s) {
  return std::bit_cast<Number>(std::bit_cast<Bits>(x.v) ^ (std::bit_cast<Bits>(s.v) & sign_bit));
}
inline Real reciprocal_exponent(Real x) {
  // The biased exponents of a number and of its reciprocal add up to twice that of 1.
  constexpr Bits twice_one = exponent_bits - (Bits{1} << mantissa_bits);
  return std::bit_cast<Number>(twice_one - (std::bit_cast<Bits>(x.v) & exponent_bits));
}
inline Real to_integer(Real x) { return std::bit_cast<Number>(static_cast<Bits>(x.v)); }

inline int compress(Number* p, Real x, Mask m) { return *p = x.v, m.m; }
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
template <class RowAt>
void store_rows(const Real (&column)[8], const RowAt& row) {
  __builtin_memcpy(row(0), column, sizeof column);
}
template <class RowOf>
void load_pairs(const RowOf& row, Real& x, Real& y) {
  x = Real(row(0)[0]), y = Real(row(0)[1]);
}
template <class RowAt>
void store_pairs(const Real& x, const Real& y, const RowAt& row) {
  row(0)[0] = x.v, row(0)[1] = y.v;
}

}  // namespace lockstep::LOCKSTEP_ISA
