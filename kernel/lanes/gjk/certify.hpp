// The proofs of a search: it reports `separated` or `overlapping` only through one of these functions. (Closed forms,
// the planes of culling and the broad phase carry proofs of their own.) docs/numerics.md derives the bounds, which hold
// for queries that unit_scale brought to a size below 2.
#pragma once

#include "lanes/gjk/watch.hpp"
#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The relative error of one operation: half a unit in the last place of 1.
inline constexpr Number roundoff = static_cast<Number>(is_double ? 0x1p-53 : 0x1p-24);
/// The unit for errors of support points. In double lanes it is eight times the roundoff, to cover rotations made of
/// quaternions and hull vertices in two parts.
inline constexpr Number rounding_unit = (is_double ? 8 : 1) * roundoff;

/// |h(v) - v.w| <= support_bound |v|_1, where h(v) is the shape's true extent along v and w its computed support point.
inline constexpr Number support_bound = 80 * rounding_unit;
/// Some point of the true shape lies within this distance (2-norm) of a computed support point.
inline constexpr Number vertex_bound = 128 * rounding_unit;
/// Error of the determinant N.p of a face that vertex_bound does not cover, per product of the largest coordinates of
/// the two edges that N was made of. A larger bound would leave the thinnest shapes unproven, so this one covers just
/// the roundings of its operations.
inline constexpr Number edge_bound = 25 * roundoff;

/// Exceeds the underflow error of any dot product here. A proof adds it to its bound, which itself underflows with v.
inline constexpr Number underflow_bound = static_cast<Number>(is_double ? 0x1p-1000 : 0x1p-130);

/// The error of v.w for a support point w, and of the true extent along v that v.w stands for.
template <class V, class Slack>
Real support_error(const V& v, const Slack& slack) {
  return (Real(slack) + Real(support_bound)) * norm_1(v) + Real(underflow_bound);
}

/// The origin lies behind the plane through p with normal n (not unit), and stays there wherever the true corners lie.
/// `determinant_error` bounds the error of n.p that comes from n.
template <class V, class Slack>
Mask behind(const V& n, const V& p, const Slack& slack, const Real& determinant_error) {
  const Real error = (Real(slack) * Real(2) + Real(vertex_bound)) * norm_1(n) + determinant_error;
  return dot(n, p) > error + Real(underflow_bound);
}

/// Shows the same test to a watcher.
template <class V, class Slack>
void report_behind(const char* face, const V& n, const V& p, const Slack& slack, const Real& determinant_error) {
  const Real error = (Real(slack) * Real(2) + Real(vertex_bound)) * norm_1(n) + determinant_error;
  Watcher::check(face, dot(n, p), error + Real(underflow_bound), behind(n, p, slack, determinant_error));
}

/// The origin lies inside the tetrahedron whose faces at a have these normals and whose face bcd has the normal -v.
/// Each face has its own bound, from its edges: one bound for all faces would leave small and narrow faces unproven.
template <class Slack>
Mask proves_enclosed(const Vec& a, const Vec& b, const Vec& c, const Vec& d, const Vec& abc, const Vec& acd,
                     const Vec& adb, const Vec& v, const Slack& slack) {
  const Real ab = norm_max(b - a), ac = norm_max(c - a), ad = norm_max(d - a);
  const Real bc = norm_max(c - b), bd = norm_max(d - b), unit = edge_bound;
  if constexpr (is_watched) {
    report_behind("behind ABC", abc, a, slack, (ab * ac) * unit);
    report_behind("behind ACD", acd, a, slack, (ac * ad) * unit);
    report_behind("behind ADB", adb, a, slack, (ad * ab) * unit);
    report_behind("behind BCD", -v, b, slack, (bc * bd) * unit);
  }
  return behind(abc, a, slack, (ab * ac) * unit) & behind(acd, a, slack, (ac * ad) * unit) &
         behind(adb, a, slack, (ad * ab) * unit) & behind(-v, b, slack, (bc * bd) * unit);
}

}  // namespace lockstep::LOCKSTEP_ISA
