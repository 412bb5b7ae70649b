// Lanes that count: W plain numbers side by side; each operation on them adds one to its counter. The kernels are the
// templates of the library, so the counts are those of a register of W lanes, idle lanes included. See lanes.hpp for
// the meaning of each operation.
//
// Shuffles are those of lanes_<isa>.hpp at this width, counted there by hand. Masks, integers and the rows loaded for a
// transpose count nothing.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "counting/operations.hpp"

namespace lockstep::LOCKSTEP_ISA {

#ifdef LOCKSTEP_DOUBLE
using Number = double;
using Bits = std::uint64_t;
inline constexpr int mantissa_bits = 52, counted_lanes = LOCKSTEP_COUNTING_LANES / 2;
#else
using Number = float;
using Bits = std::uint32_t;
inline constexpr int mantissa_bits = 23, counted_lanes = LOCKSTEP_COUNTING_LANES;
#endif
inline constexpr Bits sign_bit = Bits{1} << (8 * sizeof(Bits) - 1);
inline constexpr Bits exponent_bits = sign_bit - (Bits{1} << mantissa_bits);

using bench::operations;

struct Mask {
  unsigned m;
  friend Mask operator&(Mask a, Mask b) { return {a.m & b.m}; }
  friend Mask operator|(Mask a, Mask b) { return {a.m | b.m}; }
  friend Mask operator!(Mask a) { return {~a.m & ((1U << (counted_lanes - 1) << 1) - 1)}; }
};

struct Real {
  static constexpr int width = counted_lanes;
  Number v[width];

  Real() = default;
  Real(Number x) {
    for (Number& lane : v) lane = x;
  }
  template <class Of>
  static Real from(const Of& of) {
    Real x;
    for (int i = 0; i < width; ++i) x.v[i] = of(i);
    return x;
  }
  template <class Of>
  static Mask where(const Of& of) {
    unsigned m = 0;
    for (int i = 0; i < width; ++i) m |= static_cast<unsigned>(of(i)) << i;
    return {m};
  }
  template <class T>
  static Real load(const T* p) {
    ++operations.load;
    return from([p](int i) { return Number{p[i]}; });
  }
  void store(Number* p) const { __builtin_memcpy(p, v, sizeof v); }

  friend Real operator+(Real a, Real b) {
    ++operations.add;
    return from([&](int i) { return a.v[i] + b.v[i]; });
  }
  friend Real operator-(Real a, Real b) {
    ++operations.add;
    return from([&](int i) { return a.v[i] - b.v[i]; });
  }
  friend Real operator*(Real a, Real b) {
    ++operations.multiply;
    return from([&](int i) { return a.v[i] * b.v[i]; });
  }
  friend Real operator/(Real a, Real b) {
    ++operations.divide;
    return from([&](int i) { return a.v[i] / b.v[i]; });
  }
  friend Real operator-(Real a);
  friend Mask operator<(Real a, Real b) {
    ++operations.compare;
    return where([&](int i) { return a.v[i] < b.v[i]; });
  }
  friend Mask operator<=(Real a, Real b) {
    ++operations.compare;
    return where([&](int i) { return a.v[i] <= b.v[i]; });
  }
  friend Mask operator>(Real a, Real b) { return b < a; }
  friend Mask operator>=(Real a, Real b) { return b <= a; }
  friend Mask operator==(Real a, Real b) {
    ++operations.compare;
    return where([&](int i) { return a.v[i] == b.v[i]; });
  }
};

struct Index {
  std::uint32_t v[counted_lanes];

  Index() = default;
  Index(std::uint32_t x) {
    for (std::uint32_t& lane : v) lane = x;
  }
  static Index load(const std::uint32_t* p) {
    Index x;
    __builtin_memcpy(x.v, p, sizeof x.v);
    return x;
  }
  static Index count_from(std::uint32_t first) {
    Index x;
    for (std::uint32_t& lane : x.v) lane = first++;
    return x;
  }
  void store(std::uint32_t* p) const { __builtin_memcpy(p, v, sizeof v); }
  friend Index operator+(Index a, const Index& b) {
    for (int i = 0; i < counted_lanes; ++i) a.v[i] += b.v[i];
    return a;
  }
};

inline bool lane_of(Mask m, int i) { return (m.m >> i & 1U) != 0; }

inline Real select(Mask m, Real a, Real b) {
  ++operations.select;
  return Real::from([&](int i) { return lane_of(m, i) ? a.v[i] : b.v[i]; });
}
inline Index select(Mask m, Index a, Index b) {
  for (int i = 0; i < counted_lanes; ++i) a.v[i] = lane_of(m, i) ? a.v[i] : b.v[i];
  return a;
}
inline Mask less(Index a, Index b) {
  ++operations.compare;
  return Real::where([&](int i) { return a.v[i] < b.v[i]; });
}
template <class T>
auto load_repeated(const T* p) {
  std::conditional_t<std::is_same_v<T, std::uint32_t>, Index, Real> x;
  for (int i = 0; i < counted_lanes; ++i) x.v[i] = p[counted_lanes < 4 ? 0 : i % (counted_lanes / 4)];
  return x;
}
template <class T>
auto load_spread(const T* p) {
  ++operations.shuffle;
  std::conditional_t<std::is_same_v<T, std::uint32_t>, Index, Real> x;
  for (int i = 0; i < counted_lanes; ++i) x.v[i] = p[counted_lanes < 4 ? 0 : i / (counted_lanes / 4)];
  return x;
}
inline unsigned bits(Mask m) { return m.m; }
inline Mask lanes_of(unsigned set) { return {set}; }
inline Mask first_lanes(int count) {
  return Real::where([count](int i) { return i < count; });
}

inline Real sqrt(Real x) {
  ++operations.root;
  return Real::from([&](int i) { return static_cast<Number>(__builtin_sqrt(x.v[i])); });  // the same when rounded twice
}
inline Real abs(Real x) {
  ++operations.sign;
  return Real::from([&](int i) { return std::bit_cast<Number>(std::bit_cast<Bits>(x.v[i]) & ~sign_bit); });
}
inline Real min(Real a, Real b) {
  ++operations.min_max;
  return Real::from([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline Real max(Real a, Real b) {
  ++operations.min_max;
  return Real::from([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
inline Real fused(Real a, Real b, Real c) {
  ++operations.fused;
  return Real::from([&](int i) { return a.v[i] * b.v[i] + c.v[i]; });
}
inline Real flip_sign(Real x, Real s) {
  ++operations.sign;
  return Real::from([&](int i) {
    return std::bit_cast<Number>(std::bit_cast<Bits>(x.v[i]) ^ (std::bit_cast<Bits>(s.v[i]) & sign_bit));
  });
}
inline Real reciprocal_exponent(Real x) {
  constexpr Bits twice_one = exponent_bits - (Bits{1} << mantissa_bits);
  return Real::from(
      [&](int i) { return std::bit_cast<Number>(twice_one - (std::bit_cast<Bits>(x.v[i]) & exponent_bits)); });
}
inline Real to_integer(Real x) {
  ++operations.add, ++operations.sign;
  return Real::from([&](int i) { return std::bit_cast<Number>(static_cast<Bits>(x.v[i])); });
}

template <class T>
int compress_lanes(T* p, const T (&x)[counted_lanes], Mask m) {
  ++operations.shuffle;
  int count = 0;
  for (int i = 0; i < counted_lanes; ++i)
    if (lane_of(m, i)) p[count++] = x[i];
  return count;
}
inline int compress(Number* p, const Real& x, Mask m) { return compress_lanes(p, x.v, m); }
inline int compress(std::uint32_t* p, const Index& x, Mask m) { return compress_lanes(p, x.v, m); }
inline void store_bytes(std::uint8_t* p, const Index& x) {
  ++operations.shuffle;
  for (int i = 0; i < counted_lanes; ++i) p[i] = static_cast<std::uint8_t>(x.v[i]);
}

struct Quad {
  Real x, y, z, w;
};

template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]) {
  operations.shuffle += counted_lanes == 16 ? N / 2 * 24 + N % 2 * 8 : N * 8;
  const auto column = [&](unsigned at) { return Real::from([&](int i) { return Number{row(i)[at]}; }); };
  for (unsigned k = 0; k < N; ++k) out[k] = {column(4 * k), column(4 * k + 1), column(4 * k + 2), column(4 * k + 3)};
}
template <class RowAt>
void store_rows(const Real (&column)[8], const RowAt& row) {
  operations.shuffle += counted_lanes == 8 ? 24 : counted_lanes == 4 ? 16 : 0;
  for (int i = 0; i < counted_lanes; ++i)
    for (int k = 0; k < 8; ++k) __builtin_memcpy(row(i) + k, column[k].v + i, sizeof(Number));
}
template <class RowOf>
void load_pairs(const RowOf& row, Real& x, Real& y) {
  operations.shuffle += counted_lanes == 8 ? 8 : counted_lanes == 4 ? 4 : 0;
  x = Real::from([&](int i) { return Number{row(i)[0]}; }), y = Real::from([&](int i) { return Number{row(i)[1]}; });
}
template <class RowAt>
void store_pairs(const Real& x, const Real& y, const RowAt& row) {
  operations.shuffle += counted_lanes == 8 ? 8 : counted_lanes == 4 ? 4 : 0;
  for (int i = 0; i < counted_lanes; ++i) row(i)[0] = x.v[i], row(i)[1] = y.v[i];
}

}  // namespace lockstep::LOCKSTEP_ISA
