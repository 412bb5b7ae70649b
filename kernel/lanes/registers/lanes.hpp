// Lanes: W numbers side by side, one query in each. Only this room knows xsimd.
//
//   Real   W numbers        + - * / unary-, sqrt, abs, min, max, flip_sign, reciprocal_exponent, < <= > >= ==
//   Mask   W truth values   & | !, any, none, all, bits
//   Index  W uint32         ids of queries
//
// Number, the type of a lane, is float. With LOCKSTEP_DOUBLE it is double, and W is half as large.
//
// Every operation gives the same bits in every width. It is an IEEE operation or an exact bit operation, and uses
// nothing of xsimd that differs between instruction sets or versions (min, max, unary minus, fma, gather, masks with ^
// or !=). Raw intrinsics in lanes_<isa>.hpp replace what xsimd 8.1 lacks (compress, transposed rows). Scalar and NEON
// lanes use no xsimd at all. The one exception is `fused`. Only float stages use it: their proofs hold in either
// arithmetic, and double lanes, where it is canonical, decide the rest. So no answer depends on it.
//
// The build defines LOCKSTEP_ISA, a namespace that keeps the code of the instruction sets apart. In double lanes it
// ends with _double.
#pragma once

#include <cstdint>

#define LOCKSTEP_CONCAT_(a, b) a##b
#define LOCKSTEP_CONCAT(a, b) LOCKSTEP_CONCAT_(a, b)

// Loops over N registers side by side: while a step of one waits, those of the others run. Once the compiler has
// unrolled it, they stay in registers.
#ifdef __clang__
#define LOCKSTEP_EACH_REGISTER(j, N) _Pragma("unroll") for (unsigned j = 0; j < (N); ++j)
#else
#define LOCKSTEP_EACH_REGISTER(j, N) _Pragma("GCC unroll 4") for (unsigned j = 0; j < (N); ++j)
#endif

#define LOCKSTEP_ISA_IS_scalar 1
#define LOCKSTEP_ISA_IS_scalar_double 1
#define LOCKSTEP_ISA_IS_traced 1  // scalar lanes that are watched (lanes/gjk/watch.hpp)
#define LOCKSTEP_ISA_IS_traced_double 1
#define LOCKSTEP_ISA_IS_neon_double 1  // one lane: double lanes decide few queries
#define LOCKSTEP_ISA_IS_neon 2
#if LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 1
#include "lanes/registers/lanes_scalar.hpp"
#elif LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 2
#include "lanes/registers/lanes_neon.hpp"
#elif LOCKSTEP_CONCAT(LOCKSTEP_ISA_IS_, LOCKSTEP_ISA) == 3
#include "lanes_counting.hpp"  // in bench/counting: the same kernels with every operation counted
#else
#include <immintrin.h>

#include <xsimd/xsimd.hpp>

namespace lockstep::LOCKSTEP_ISA {

#if defined(__AVX512F__)
using Arch = xsimd::avx512f;
#elif defined(__AVX2__)
using Arch = xsimd::avx2;
#else
using Arch = xsimd::sse4_2;
#endif

#ifdef LOCKSTEP_DOUBLE
using Number = double;
#else
using Number = float;
#endif

/// One truth value per lane.
struct Mask {
  xsimd::batch_bool<Number, Arch> m;

  friend Mask operator&(Mask a, Mask b) { return {a.m & b.m}; }
  friend Mask operator|(Mask a, Mask b) { return {a.m | b.m}; }
  friend Mask operator!(Mask a) { return {~a.m}; }  // `!` of xsimd compares the two halves: five operations
};

/// One number per lane.
struct Real {
  using Batch = xsimd::batch<Number, Arch>;
  static constexpr int width = static_cast<int>(Batch::size);
  Batch v;

  Real() = default;
  Real(Batch x) : v(x) {}
  Real(Number x) : v(x) {}
  static Real load(const Number* p) { return Batch::load_unaligned(p); }
#ifdef LOCKSTEP_DOUBLE
  static Real load(const float* p) {
    Number x[width];
    for (int i = 0; i < width; ++i) x[i] = p[i];
    return load(x);
  }
#endif
  void store(Number* p) const { v.store_unaligned(p); }

  friend Real operator+(Real a, Real b) { return a.v + b.v; }
  friend Real operator-(Real a, Real b) { return a.v - b.v; }
  friend Real operator*(Real a, Real b) { return a.v * b.v; }
  friend Real operator/(Real a, Real b) { return a.v / b.v; }
  friend Real operator-(Real a);
  // Ordered comparisons: false if either side is NaN.
  friend Mask operator<(Real a, Real b) { return {a.v < b.v}; }
  friend Mask operator<=(Real a, Real b) { return {a.v <= b.v}; }
  friend Mask operator>(Real a, Real b) { return {a.v > b.v}; }
  friend Mask operator>=(Real a, Real b) { return {a.v >= b.v}; }
  friend Mask operator==(Real a, Real b) { return {a.v == b.v}; }
};

/// Lane by lane: a if m is set, else b.
inline Real select(Mask m, Real a, Real b) { return xsimd::select(m.m, a.v, b.v); }

inline Real sqrt(Real x) { return xsimd::sqrt(x.v); }

}  // namespace lockstep::LOCKSTEP_ISA

#ifdef LOCKSTEP_DOUBLE
#include "lanes/registers/lanes_double.hpp"
#else

namespace lockstep::LOCKSTEP_ISA {

/// One uint32 per lane.
struct Index {
  using Batch = xsimd::batch<std::uint32_t, Arch>;
  Batch v;

  Index() = default;
  Index(Batch x) : v(x) {}
  Index(std::uint32_t x) : v(x) {}
  static Index load(const std::uint32_t* p) { return Batch::load_unaligned(p); }
  static Index count_from(std::uint32_t first) {
    alignas(64) static constexpr std::uint32_t steps[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return Batch::load_aligned(steps) + Batch(first);
  }
  void store(std::uint32_t* p) const { v.store_unaligned(p); }
  friend Index operator+(Index a, Index b) { return a.v + b.v; }
};

// Each lanes_<isa>.hpp defines:
Index select(Mask m, Index a, Index b);
Mask less(Index a, Index b);                      // of numbers below 2^31
Real abs(Real x);                                 // clears the sign bit, of NaN as well
Real min(Real a, Real b);                         // a < b ? a : b; so b if either is NaN
Real max(Real a, Real b);                         // a > b ? a : b; so b if either is NaN
Real fused(Real a, Real b, Real c);               // a * b + c, rounded once or twice: not the same everywhere
Real flip_sign(Real x, Real s);                   // -x if the sign bit of s is set, else x; exact
Real reciprocal_exponent(Real x);                 // 2^-floor(log2 x), for 2^-126 <= x < 2^127
unsigned bits(Mask m);                            // lane i in bit i
Mask first_lanes(int count);                      // lanes 0 .. count-1
int compress(float* p, Real x, Mask m);           // lanes of m, packed, to p; returns their number. Writes W values
int compress(std::uint32_t* p, Index x, Mask m);  // the same for ids
void store_bytes(std::uint8_t* p, Index x);       // low byte of each lane
Real load_repeated(const float* p);               // p[0 .. n-1] again and again; n is W / 4, at least 1
Real load_spread(const float* p);                 // p[0] n times, p[1] n times ...
Index load_repeated(const std::uint32_t* p);
Index load_spread(const std::uint32_t* p);

/// Four floats per lane.
struct Quad;
template <unsigned N, class RowOf>
void load_rows(const RowOf& row, Quad (&out)[N]);  // lane i of out[k] reads row(i)[4 k .. 4 k + 3]

}  // namespace lockstep::LOCKSTEP_ISA

#if defined(__AVX512F__)
#include "lanes/registers/lanes_avx512.hpp"
#elif defined(__AVX2__)
#include "lanes/registers/lanes_avx2.hpp"
#else
#include "lanes/registers/lanes_sse42.hpp"
#endif
#endif
#endif

namespace lockstep::LOCKSTEP_ISA {

inline Real operator-(Real a) { return flip_sign(a, Real(-0.0F)); }
inline bool any(Mask m) { return bits(m) != 0; }
inline bool none(Mask m) { return bits(m) == 0; }
inline bool all(Mask m) { return bits(m) == (1U << (Real::width - 1) << 1) - 1; }

inline constexpr bool is_double = sizeof(Number) == sizeof(double);

}  // namespace lockstep::LOCKSTEP_ISA
