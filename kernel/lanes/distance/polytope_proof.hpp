// What is proven of a polytope that EPA has grown (docs/numerics.md, section 13): the faces are a closed surface,
// whatever rounding did, because a new corner takes the place of any set of faces along the edges that bound the set.
// If all faces show their outside away from the origin, the surface winds around it, and each ray from the origin meets
// a face. So a ball around the origin whose radius is the distance of the nearest face lies in the hull of the corners.
#pragma once

#include "lanes/distance/polytope.hpp"
#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Of lane i.
struct PolytopeProof {
  const Polytopes& polytopes;
  int lane;
  const Polytope& polytope;

  PolytopeProof(const Polytopes& all, int i) : polytopes(all), lane(i), polytope(all.lane[i]) {}

  [[nodiscard]] double radius() const;

 private:
  [[nodiscard]] double sliver_radius(const Face& f) const;
  [[nodiscard]] double sliver_proof(double least, const double* proven) const;
  [[nodiscard]] Point3 corner_of(int f, int k) const { return polytopes.point_of(lane, polytope.face[f], k); }
};

/// No point of a sliver is closer to the origin than its longest edge is, but for its height.
inline double PolytopeProof::sliver_radius(const Face& f) const {
  const int k = polytopes.longest_edge(lane, f);
  const Point3 p = polytopes.point_of(lane, f, k), e = polytopes.point_of(lane, f, k + 1) - p;
  const double square = square_of(e), along = -dot(p, e);
  const double t = along > 0 ? (along < square ? along / square : 1.0) : 0.0;
  const double foot = __builtin_sqrt(square_of(p + e * t)), height = __builtin_sqrt(square) * 0x1p-29;
  return foot - height - (2 * polytope.slack + double{vertex_bound}) - 0x1p-45;
}

/// Slivers may face anywhere; but they do not hide all of the sky that a good face takes, so that the surface winds
/// around the origin there, and so everywhere. `least` is what the good faces prove, `proven` what each of them does.
[[gnu::noinline]] inline double PolytopeProof::sliver_proof(double least, const double* proven) const {
  double slivers = 0, reach = 0, widest = 0;
  for (int f = 0; f < polytope.count; ++f) {
    for (int k = 0; k < 3; ++k) {
      const double corner = largest_of(corner_of(f, k));
      reach = corner > reach ? corner : reach;
    }
    if (!polytopes.is_sliver(lane, f)) continue;
    const double radius = sliver_radius(polytope.face[f]);
    if (!(radius > 0)) return -1;
    least = radius < least ? radius : least;
    slivers += 0x1p-25 / (radius * radius);  // its area, as edges are shorter than 7, and what it hides of the sky
  }
  for (int f = 0; f < polytope.count; ++f) {
    if (polytopes.is_sliver(lane, f)) continue;
    const Point3 p = corner_of(f, 0);
    const double area = __builtin_sqrt(square_of(cross(corner_of(f, 1) - p, corner_of(f, 2) - p)));
    const double sky = area * proven[f] / (2 * 5.2 * reach * reach * reach);
    widest = sky > widest ? sky : widest;
  }
  return widest > 2 * slivers ? least : -1;
}

/// The ball of that radius around the origin lies in the true difference; negative or NaN if nothing is proven.
[[gnu::noinline, gnu::flatten]] inline double PolytopeProof::radius() const {
  const Real corner_error = 2 * polytope.slack + double{vertex_bound};
  double proven[max_polytope_faces + Real::width];  // no point of the true face is closer
  Real nearest = __builtin_inf();
  bool slivers = false;
  for (int k = 0; k < polytope.count; k += Real::width) {
    const Mask in_use = first_lanes(polytope.count - k);
    const auto corner = [&](int j) {
      return load_points([&](int i) {
        const Face& face = polytope.face[k + i < polytope.count ? k + i : k];
        return polytopes.point[Polytopes::corner_at(lane, face.corner(j))];
      });
    };
    const Vec p = corner(0), e = corner(1) - p, f = corner(2) - p;
    const FacePlanes planes(p, e, f);
    // As in `behind` (certify.hpp): the plane's distance, wherever the true corners lie.
    const Real error =
        (corner_error * norm_1(planes.normal) + norm_max(e) * norm_max(f) * Real(edge_bound)) + Real(0x1p-1000);
    const Real bound = (planes.along - error) * planes.share, least = bound - abs(bound) * Real(16 * roundoff);
    const Mask counts = in_use & planes.good;
    if (any(counts & !(least > Real(0)))) return -1;
    least.store(proven + k);
    nearest = min(select(counts, least, Real(__builtin_inf())), nearest);
    slivers = slivers || any(in_use & !planes.good);
  }
  const double least = least_of(nearest);
  return slivers ? sliver_proof(least, proven) : least;
}

}  // namespace lockstep::LOCKSTEP_ISA
