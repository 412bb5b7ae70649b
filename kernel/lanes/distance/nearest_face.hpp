// The points of two shapes that are as deep in each other as they go: where the polytope's nearest face is.
#pragma once

#include "lanes/distance/polytope.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The areas that the foot of the origin splits a face into, times that of the face; negative beyond an edge.
struct FootWeights {
  double weight[3];

  FootWeights(const Polytopes& polytopes, int i, const Face& face) {
    const auto corner = [&](int k) { return polytopes.point_of(i, face, k); };
    const Point3 a = corner(0), b = corner(1), c = corner(2);
    const Point3 n = cross(b - a, c - a);
    weight[0] = dot(n, cross(b, c - b)), weight[1] = dot(n, cross(c, a - c)), weight[2] = dot(n, cross(a, b - a));
  }
  /// The least of them as a part of their sum.
  [[nodiscard]] double least() const {
    const double* const w = weight;
    const double least = w[0] < w[1] ? (w[0] < w[2] ? w[0] : w[2]) : (w[1] < w[2] ? w[1] : w[2]);
    return least / ((w[0] + w[1]) + w[2]);
  }
};

/// Of the nearest faces whose normal is that of the answer, the one that the origin's foot lies on: a plane may have
/// many.
inline int best_face(const Polytopes& polytopes, int i, const Point3& normal) {
  const Polytope& polytope = polytopes.lane[i];
  const double* const of_lane = polytopes.distance + Polytopes::face_at(i, 0);
  const auto is_aligned = [&](int f) {
    return !polytopes.is_sliver(i, f) && dot(polytopes.normal(i, f), normal) > 1 - 0x1p-12;
  };
  int nearest = polytopes.nearest_face(i);
  for (int f = 0; f < polytope.count; ++f)
    if (is_aligned(f) && (!is_aligned(nearest) || of_lane[f] < of_lane[nearest])) nearest = f;
  int best = nearest;
  double most = FootWeights(polytopes, i, polytope.face[nearest]).least();
  for (int f = 0; f < polytope.count; ++f) {
    if (!(is_aligned(f) && of_lane[f] <= of_lane[nearest] + 0x1p-36)) continue;
    const double share = FootWeights(polytopes, i, polytope.face[f]).least();
    if (share > most) most = share, best = f;
  }
  return best;
}

/// The point of the best face of lane i that is nearest to the origin, and that of A.
[[gnu::noinline]] inline void store_foot(const Polytopes& polytopes, int i, const Point3& normal, LanePoints& point,
                                         LanePoints& on_a) {
  const Polytope& polytope = polytopes.lane[i];
  const Face& face = polytope.face[best_face(polytopes, i, normal)];
  FootWeights foot(polytopes, i, face);
  double sum = 0;
  for (double& w : foot.weight) w = w > 0 ? w : 0, sum += w;
  Point3 of_both{0, 0, 0}, of_a{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    of_both = of_both + polytopes.point_of(i, face, k) * (foot.weight[k] / sum);
    of_a = of_a + polytopes.on_a[Polytopes::corner_at(i, face.corner(k))] * (foot.weight[k] / sum);
  }
  point.set(i, of_both), on_a.set(i, of_a);
}

}  // namespace lockstep::LOCKSTEP_ISA
