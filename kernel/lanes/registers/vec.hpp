// Vectors of lanes. Dot and cross products add in the same order as the scalar reference.
#pragma once

#include "base/vector.hpp"
#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using math::cross;
using math::dot;
using Vec = math::Vector<Real>;

inline Vec abs(const Vec& v) { return {abs(v.x), abs(v.y), abs(v.z)}; }
inline Real norm_1(const Vec& v) { return (abs(v.x) + abs(v.y)) + abs(v.z); }
/// In double lanes equal to `dot`.
inline Real fused_dot(const Vec& a, const Vec& b) {
  return is_double ? dot(a, b) : fused(a.x, b.x, fused(a.y, b.y, a.z * b.z));
}
inline Real norm_max(const Vec& v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
inline Vec flip_sign(const Vec& v, Real s) { return {flip_sign(v.x, s), flip_sign(v.y, s), flip_sign(v.z, s)}; }
inline Vec select(Mask m, const Vec& a, const Vec& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
/// The direction of the x axis. The argument only selects the overload for space or for the plane.
inline Vec along_x(const Vec&) { return {Real(1), Real(0), Real(0)}; }
/// A direction that no symmetry of a lattice shares. The argument is as above.
inline Vec uneven(const Vec&) { return {Real(0.61F), Real(-0.32F), Real(0.72F)}; }
inline Mask all_above(const Vec& v, Real bound) { return (v.x > bound) & (v.y > bound) & (v.z > bound); }

/// Calls f with each coordinate.
template <class F>
void each_real(Vec& v, F f) {
  f(v.x), f(v.y), f(v.z);
}

/// The vector, of space or of the plane, with coordinates f(0), f(1) ...
template <class V, class F>
V by_axis(const F& f) {
  V v;
  unsigned axis = 0;
  each_real(v, [&](Real& x) { x = f(axis++); });
  return v;
}

/// A sum of three squares above this bound has lost less than a unit in the last place to underflow.
inline constexpr auto least_square = static_cast<Number>(is_double ? 0x1p-1000 : 0x1p-120);

/// v scaled to another length, in space or in the plane. NaN if the squares underflow, because their root is not the
/// length of v then. NaN leaves the query undecided.
template <class V>
V with_length(const V& v, Real length) {
  const Real squared = dot(v, v);
  return v * (select(squared > Real(least_square), length, Real(__builtin_nanf(""))) / sqrt(squared));
}

/// A factor 2^k that scales a query of this size to [1, 2), so that no product of the kernel overflows or underflows
/// and every rounding bound is a constant. NaN, which makes the query `touching`, if the size is not within 2^-100 ..
/// 2^100 (in double lanes, 2^-300 .. 2^300).
inline Real unit_scale(Real size) {
  constexpr auto least = static_cast<Number>(is_double ? 0x1p-300 : 0x1p-100), most = 1 / least;
  const Mask in_range = (size >= Real(least)) & (size <= Real(most));
  return select(in_range, reciprocal_exponent(size), Real(__builtin_nanf("")));
}

/// The factor for a direction along which points are compared that were not brought to unit scale: with it, no more
/// underflows than with scaled points. (A `scale` below 1 would make the direction itself underflow, and large queries
/// do not need it.)
inline Real unscaled_direction(Real scale) { return max(scale, Real(1)); }

}  // namespace lockstep::LOCKSTEP_ISA
