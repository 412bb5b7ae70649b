// One branchless step of the distance form of GJK: the point nearest to the origin of the simplex with the newest
// corner a and the retained ones b, c, d.
//
// All features that contain a are tried, edges and faces, and the nearest point wins. A feature counts only if its
// nearest point lies inside it. A simplex with fewer corners has copies, whose edges have no length and whose faces
// have no area, so no lane needs to know the number of its corners. include/lockstep/reference/nearest.hpp explains it.
//
// Source: M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and more reliable distance
// queries between two convex objects", 2017, for weights by signed areas.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A point of the difference A - B, of space or of the plane, and its point of A.
template <class V>
struct CornerOf {
  V w, on_a;
};
using Corner = CornerOf<Vec>;

template <class V>
CornerOf<V> select(Mask m, const CornerOf<V>& p, const CornerOf<V>& q) {
  return {select(m, p.w, q.w), select(m, p.on_a, q.on_a)};
}

/// The part of a simplex that is nearest to the origin. It has at most `Corners` corners: a face in space, an edge in
/// the plane.
template <class V, unsigned Corners>
struct NearestSimplexOf {
  CornerOf<V> corner[Corners];  // the newest first; missing ones are copies of it
  Real weight[Corners];         // add up to one; the mean of the corners by these weights is the nearest point
  V v;                          // that point; along the normal of a face, or perpendicular to an edge, up to rounding
  Real square;                  // squared distance of v

  explicit NearestSimplexOf(const CornerOf<V>& only) : v(only.w), square(dot(only.w, only.w)) {
    for (unsigned i = 0; i < Corners; ++i) corner[i] = only, weight[i] = static_cast<Number>(i == 0);
  }

  /// The weighted mean of the corners' points.
  template <class PointOf>
  V mean(const PointOf& point) const {
    V sum = point(corner[0]) * weight[0];
    for (unsigned i = 1; i < Corners; ++i) sum = sum + point(corner[i]) * weight[i];
    return sum;
  }
};
using NearestSimplex = NearestSimplexOf<Vec, 3>;

template <class V, unsigned Corners>
NearestSimplexOf<V, Corners> select(Mask m, const NearestSimplexOf<V, Corners>& p,
                                    const NearestSimplexOf<V, Corners>& q) {
  NearestSimplexOf<V, Corners> s(p);
  for (unsigned i = 0; i < Corners; ++i) {
    s.corner[i] = select(m, p.corner[i], q.corner[i]);
    s.weight[i] = select(m, p.weight[i], q.weight[i]);
  }
  s.v = select(m, p.v, q.v), s.square = select(m, p.square, q.square);
  return s;
}

/// Faces whose edges enclose an angle with a smaller squared sine have a normal that is mostly rounding error.
inline constexpr Number least_square_sine = static_cast<Number>(0x1p-60);

/// The nearest point of the features considered so far. `feature` counts edges ab, ac, ad and faces abc, acd, adb
/// from 0.
struct NearestFeature {
  Real square, feature, first, second;  // weights of the second and third corner of the feature
  Vec v;

  void consider(Mask better, Number number, const Real& s, const Vec& at, const Real& p, const Real& q) {
    square = select(better, s, square), feature = select(better, Real(number), feature);
    first = select(better, p, first), second = select(better, q, second);
    v = select(better, at, v);
  }
};

/// Shows the edge from a to a + e.
inline void consider_edge(NearestFeature& best, Number number, const Vec& a, const Vec& e) {
  const Real towards = -dot(a, e), squared = dot(e, e);
  const Real t = min(towards / squared, Real(1));
  const Vec foot = a + e * t;
  const Vec at = foot - e * (dot(foot, e) / squared);
  const Mask inner = (towards > Real(0)) & (t < Real(1));  // at its ends, other features are as good
  const Real square = dot(at, at);
  best.consider(inner & (square < best.square), number, square, at, t, Real(0));
}

/// Shows the face a, a + e, a + f with normal n = e x f. a_x_e = a x e, a_x_f = a x f.
inline void consider_face(NearestFeature& best, Number number, const Vec& a, const Vec& n, const Vec& a_x_e,
                          const Vec& a_x_f, const Real& square_e, const Real& square_f) {
  const Real area = dot(n, n), beyond_e = -dot(n, a_x_f), beyond_f = dot(n, a_x_e);
  const Mask inner = (beyond_e > Real(0)) & (beyond_f > Real(0)) & (beyond_e + beyond_f < area) &
                     (area > (square_e * square_f) * Real(least_square_sine));
  const Real height = dot(n, a), share = Real(1) / area;
  const Real square = (height * height) * share;
  best.consider(inner & (square < best.square), number, square, n * (height * share), beyond_e * share,
                beyond_f * share);
}

/// The result of adding a corner to a simplex.
template <class Simplex>
struct StepOf {
  Mask enclosed;  // the origin is strictly inside the tetrahedron, in the plane the triangle
  Simplex next;
};
using Step = StepOf<NearestSimplex>;

inline Step step(const NearestSimplex& s, const Corner& newest) {
  const Vec& a = newest.w;
  const Vec ab = s.corner[0].w - a, ac = s.corner[1].w - a, ad = s.corner[2].w - a;
  const Vec abc = cross(ab, ac), acd = cross(ac, ad), adb = cross(ad, ab);
  const Vec a_x_b = cross(a, ab), a_x_c = cross(a, ac), a_x_d = cross(a, ad);
  const Real bb = dot(ab, ab), cc = dot(ac, ac), dd = dot(ad, ad);

  NearestFeature best{dot(a, a), Real(-1), Real(0), Real(0), a};  // the corner a alone
  consider_edge(best, 0, a, ab), consider_edge(best, 1, a, ac), consider_edge(best, 2, a, ad);
  consider_face(best, 3, a, abc, a_x_b, a_x_c, bb, cc);
  consider_face(best, 4, a, acd, a_x_c, a_x_d, cc, dd);
  consider_face(best, 5, a, adb, a_x_d, a_x_b, dd, bb);

  // Barycentric coordinates of the origin, times the volume. Inside if all four are positive.
  const Real volume = dot(abc, ad), sign = volume;
  const Real of_d = flip_sign(-dot(abc, a), sign), of_b = flip_sign(-dot(acd, a), sign);
  const Real of_c = flip_sign(-dot(adb, a), sign);
  const Mask enclosed = (of_b > Real(0)) & (of_c > Real(0)) & (of_d > Real(0)) & ((of_b + of_c) + of_d < abs(volume));

  const auto is = [&](Number number) { return best.feature == Real(number); };
  const Mask face = best.feature >= Real(3), edge = (best.feature >= Real(0)) & !face;
  const Corner second = select(is(0) | is(3), s.corner[0], select(is(1) | is(4), s.corner[1], s.corner[2]));
  const Corner third = select(is(3), s.corner[1], select(is(4), s.corner[2], s.corner[0]));
  Step result{enclosed, NearestSimplex(newest)};
  NearestSimplex& next = result.next;
  next.corner[1] = select(face | edge, second, newest), next.corner[2] = select(face, third, newest);
  next.weight[0] = Real(1) - (best.first + best.second), next.weight[1] = best.first, next.weight[2] = best.second;
  next.v = best.v, next.square = best.square;
  return result;
}

}  // namespace lockstep::LOCKSTEP_ISA
