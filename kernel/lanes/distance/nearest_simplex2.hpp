// One branchless step of the distance form of GJK in the plane: the point nearest to the origin of the triangle with
// the newest corner a and the retained ones b and c. nearest_simplex.hpp explains it; here the edges are the largest
// features and have a normal.
#pragma once

#include "lanes/distance/nearest_simplex.hpp"
#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

using NearestSimplex2 = NearestSimplexOf<Vec2, 2>;

/// The nearest point of the features considered so far. `feature` counts the edges ab and ac from 0.
struct NearestFeature2 {
  Real square, feature, share;  // share: weight of the end of the edge
  Vec2 v;

  /// Shows the edge from a to a + e. An edge of no length has no inside.
  void consider_edge(Number number, const Vec2& a, const Vec2& e) {
    const Vec2 n = left_of(e);
    const Real towards = -dot(a, e), squared = dot(e, e), t = towards / squared;
    const Vec2 at = n * (dot(n, a) / squared);
    const Real s = dot(at, at);
    const Mask inner = (towards > Real(0)) & (t < Real(1));  // at its ends, other features are as good
    const Mask better = inner & (s < square);
    square = select(better, s, square), feature = select(better, Real(number), feature);
    share = select(better, t, share), v = select(better, at, v);
  }
};

inline StepOf<NearestSimplex2> step(const NearestSimplex2& s, const CornerOf<Vec2>& newest) {
  const Vec2& a = newest.w;
  const Vec2 ab = s.corner[0].w - a, ac = s.corner[1].w - a;
  NearestFeature2 best{dot(a, a), Real(-1), Real(0), a};  // the corner a alone
  best.consider_edge(0, a, ab), best.consider_edge(1, a, ac);

  // Barycentric coordinates of the origin, times the area. Inside if all three are positive.
  const Real area = cross(ab, ac);
  const Real of_b = flip_sign(-cross(a, ac), area), of_c = flip_sign(cross(a, ab), area);
  const Mask enclosed = (of_b > Real(0)) & (of_c > Real(0)) & (of_b + of_c < abs(area));

  StepOf<NearestSimplex2> result{enclosed, NearestSimplex2(newest)};
  NearestSimplex2& next = result.next;
  const CornerOf<Vec2> end = select(best.feature == Real(0), s.corner[0], s.corner[1]);
  next.corner[1] = select(best.feature >= Real(0), end, newest);
  next.weight[0] = Real(1) - best.share, next.weight[1] = best.share;
  next.v = best.v, next.square = best.square;
  return result;
}

}  // namespace lockstep::LOCKSTEP_ISA
