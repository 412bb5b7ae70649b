// Pairs that are measured as they stand, in the caller's unit and place: what their formulas have in common. No number
// of theirs depends on who comes first but for its sign, so they need no order, and where nothing over- or underflows
// in double, no unit scale.
#pragma once

#include "lanes/distance/distance_tile.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bounds of W signed distances, and which of these are left to the other forms.
struct DirectBounds {
  Real lower, upper;
  Mask open;
};

/// Where they are: points relative to a place near each shape, and the unit normal from b to a.
struct DirectPoints {
  Vec on_a, place_a, on_b, place_b, normal;
  Real size;  // what the lengths of a pair add up to, or more
};

// For each of N registers of pairs side by side: steps that wait for a root or a quotient hide each other's time. The
// compiler unrolls it and keeps what the pairs are made of in registers then.
#ifdef __clang__
#define LOCKSTEP_EACH_REGISTER(j, N) _Pragma("unroll") for (unsigned j = 0; j < (N); ++j)
#else
#define LOCKSTEP_EACH_REGISTER(j, N) _Pragma("GCC unroll 4") for (unsigned j = 0; j < (N); ++j)
#endif

/// The first number that is not 0, of what changes its sign with the order of a and b.
struct FirstSign {
  Real first = 0;

  void take(const Real& x) { first = select((first == Real(0)) & (x == x), x, first); }
  void take(Vec v) {
    each_real(v, [&](const Real& x) { take(x); });
  }
};

/// v, whose zeros, of which rounding knows no sign, have one that changes with the order as well.
inline Vec with_signed_zeros(Vec v) {
  FirstSign sign;
  sign.take(v);
  each_real(v, [&](Real& x) { x = select(x == Real(0), flip_sign(Real(0), sign.first), x); });
  return v;
}

/// A place whose zeros are positive: two that differ in the signs of zeros alone are one.
template <class V>
V with_positive_zeros(V place) {
  each_real(place, [](Real& x) { x = x + Real(0); });
  return place;
}

/// Which two kinds are measured so, in double lanes.
template <class World, typename World::Kind A, typename World::Kind B>
inline constexpr bool is_direct = false;
template <RecordKind K>
inline constexpr bool is_direct<DistanceInSpace, K, K> = is_double &&
                                                         (K == RecordKind::aabb || K == RecordKind::capsule);

}  // namespace lockstep::LOCKSTEP_ISA
