// Vectors of lanes. Dot and cross products are the very lines of the scalar reference.
#pragma once

#include "lanes/registers/lanes.hpp"
#include "lockstep/reference/vector.hpp"

namespace lockstep::LOCKSTEP_ISA {

using reference::cross;
using reference::dot;
using Vec = reference::Vector<Real>;

inline Vec abs(const Vec& v) { return {abs(v.x), abs(v.y), abs(v.z)}; }
inline Real norm_1(const Vec& v) { return (abs(v.x) + abs(v.y)) + abs(v.z); }
/// In double lanes the same as `dot`.
inline Real fused_dot(const Vec& a, const Vec& b) {
  return is_double ? dot(a, b) : fused(a.x, b.x, fused(a.y, b.y, a.z * b.z));
}
inline Real norm_max(const Vec& v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
inline Vec flip_sign(const Vec& v, Real s) { return {flip_sign(v.x, s), flip_sign(v.y, s), flip_sign(v.z, s)}; }
inline Vec select(Mask m, const Vec& a, const Vec& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
/// The direction of the x axis. The argument only selects the overload, of space or of the plane.
inline Vec along_x(const Vec&) { return {Real(1), Real(0), Real(0)}; }
inline Mask all_above(const Vec& v, Real bound) { return (v.x > bound) & (v.y > bound) & (v.z > bound); }

/// Its numbers, one after the other.
template <class F>
void each_real(Vec& v, F f) {
  f(v.x), f(v.y), f(v.z);
}

/// The vector, of space or of the plane, whose coordinates are f(0), f(1) ...
template <class V, class F>
V by_axis(const F& f) {
  V v;
  unsigned axis = 0;
  each_real(v, [&](Real& x) { x = f(axis++); });
  return v;
}

/// A sum of three squares that is larger has lost less than a unit in the last place to underflow.
inline constexpr auto least_square = static_cast<Number>(is_double ? 0x1p-1000 : 0x1p-120);

/// v with another length, in space or in the plane. NaN where squares underflow: the root says nothing of the length of
/// v then, and NaN leaves the query undecided.
template <class V>
V with_length(const V& v, Real length) {
  const Real squared = dot(v, v);
  return v * (select(squared > Real(least_square), length, Real(__builtin_nanf(""))) / sqrt(squared));
}

/// A factor 2^k that brings a query of this size to [1, 2), so that no product of the kernel overflows or underflows
/// and every rounding bound is a constant. NaN, which makes the query `touching`, where the size is no number within
/// 2^-100 .. 2^100 (in double lanes, 2^-300 .. 2^300).
inline Real unit_scale(Real size) {
  constexpr auto least = static_cast<Number>(is_double ? 0x1p-300 : 0x1p-100), most = 1 / least;
  const Mask in_range = (size >= Real(least)) & (size <= Real(most));
  return select(in_range, reciprocal_exponent(size), Real(__builtin_nanf("")));
}

/// What a direction is multiplied by before points that were not brought to unit scale are compared along it, so that
/// no more underflows than of the scaled points. (A `scale` below 1 would make the direction itself underflow, and the
/// points of a large query need none.)
inline Real unscaled_direction(Real scale) { return max(scale, Real(1)); }

}  // namespace lockstep::LOCKSTEP_ISA
