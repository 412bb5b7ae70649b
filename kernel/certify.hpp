// The proofs. A verdict leaves the kernel as `separated` or `overlapping` only through one of these functions; the bounds
// are derived in docs/numerics.md and hold for queries that unit_scale brought to a size below 2.
#pragma once

#include "vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Half a unit in the last place of 1: the relative error of one operation.
inline constexpr float rounding_unit = 0x1p-24F;

/// |h(v) - v.w| <= support_bound |v|_1: h(v) the true extent of the shape along v, w the computed support point.
inline constexpr float support_bound = 80 * rounding_unit;
/// Some point of the true shape lies this close (2-norm) to a computed support point.
inline constexpr float vertex_bound = 128 * rounding_unit;
/// Error of the determinant N.p of a face with corners of size 2, beyond what vertex_bound takes in.
inline constexpr float determinant_bound = 400 * rounding_unit;

/// How far the newest support point came past the origin.
struct Progress {
  Mask separated;  // v separates: the whole shape lies behind the origin, rounding errors included
  Mask crossed;    // the support point lies past the origin by more than rounding errors; go on
};                 // neither: the boundary passes the origin within rounding errors, or v is zero, or a NaN is about

/// v is the search direction, w the support point along it.
template <class Slack>
Progress progress(const Vec& v, const Vec& w, const Slack& slack) {
  const Real past = dot(v, w);
  const Real bound = (Real(slack) + Real(support_bound)) * norm_1(v);
  return {past < -bound, past > bound};
}

/// The origin lies behind the plane through p with normal n (not unit), and stays there wherever the true corners lie.
template <class Slack>
Mask behind(const Vec& n, const Vec& p, const Slack& slack) {
  const Real margin = (Real(slack) * Real(2) + Real(vertex_bound)) * norm_1(n) + Real(determinant_bound);
  return dot(n, p) > margin;
}

}  // namespace lockstep::LOCKSTEP_ISA
