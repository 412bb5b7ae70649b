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

/// Behind which faces of a tetrahedron the origin lies, wherever rounding moves the corners.
struct BehindFaces {
  Mask abc, acd, adb, bcd;

  Mask all() const { return abc & acd & adb & bcd; }
};

/// The origin lies inside the tetrahedron if it lies behind all faces: those at a have these normals, face bcd has the
/// normal -v. Each face has its own bound, from its edges: one bound for all faces would leave small and narrow faces
/// unproven.
template <class Slack>
BehindFaces proves_behind(const Vec& a, const Vec& b, const Vec& c, const Vec& d, const Vec& abc, const Vec& acd,
                          const Vec& adb, const Vec& v, const Slack& slack) {
  const Real ab = norm_max(b - a), ac = norm_max(c - a), ad = norm_max(d - a);
  const Real bc = norm_max(c - b), bd = norm_max(d - b), unit = edge_bound;
  if constexpr (is_watched) {
    report_behind("behind ABC", abc, a, slack, (ab * ac) * unit);
    report_behind("behind ACD", acd, a, slack, (ac * ad) * unit);
    report_behind("behind ADB", adb, a, slack, (ad * ab) * unit);
    report_behind("behind BCD", -v, b, slack, (bc * bd) * unit);
  }
  return {behind(abc, a, slack, (ab * ac) * unit), behind(acd, a, slack, (ac * ad) * unit),
          behind(adb, a, slack, (ad * ab) * unit), behind(-v, b, slack, (bc * bd) * unit)};
}

/// The origin lies inside two tetrahedra with the common face pqr, as far as that depends on the one with the corner e,
/// which lies on the side that the face's normal n shows. The caller knows that the origin lies behind the other faces
/// of the first one, whose fourth corner is d. It may lie on the common face (docs/numerics.md, section 4).
template <class Slack>
Mask proves_enclosed_beyond(const Vec& p, const Vec& q, const Vec& r, const Vec& n, const Vec& d, const Vec& e,
                            const Slack& slack) {
  const Vec pq = q - p, qr = r - q, rp = p - r, pe = e - p, qe = e - q, re = e - r;
  const Real unit = edge_bound, of_face = (norm_max(pq) * norm_max(rp)) * Real(2 * edge_bound);
  const Mask apart = behind(n, pe, slack, of_face) & behind(n, p - d, slack, of_face);  // d and e, by the face
  if constexpr (is_watched) {
    report_behind("behind PQR of E", n, pe, slack, of_face);
    report_behind("behind PQR of D", n, p - d, slack, of_face);
    report_behind("behind PQE", cross(pq, pe), p, slack, (norm_max(pq) * norm_max(pe)) * unit);
    report_behind("behind QRE", cross(qr, qe), q, slack, (norm_max(qr) * norm_max(qe)) * unit);
    report_behind("behind RPE", cross(rp, re), r, slack, (norm_max(rp) * norm_max(re)) * unit);
  }
  return apart & behind(cross(pq, pe), p, slack, (norm_max(pq) * norm_max(pe)) * unit) &
         behind(cross(qr, qe), q, slack, (norm_max(qr) * norm_max(qe)) * unit) &
         behind(cross(rp, re), r, slack, (norm_max(rp) * norm_max(re)) * unit);
}

/// The same in the plane, for two triangles with the common side pq.
template <class V, class Slack>
Mask proves_enclosed_beyond(const V& p, const V& q, const V& n, const V& d, const V& e, const Slack& slack) {
  const Real exact = 0;  // a side has no error beyond that of its ends
  if constexpr (is_watched) {
    report_behind("behind PQ of E", n, e - p, slack, exact);
    report_behind("behind PQ of D", n, p - d, slack, exact);
    report_behind("behind PE", right_of(e - p), p, slack, exact);
    report_behind("behind EQ", right_of(q - e), q, slack, exact);
  }
  return behind(n, e - p, slack, exact) & behind(n, p - d, slack, exact) & behind(right_of(e - p), p, slack, exact) &
         behind(right_of(q - e), q, slack, exact);
}

}  // namespace lockstep::LOCKSTEP_ISA
