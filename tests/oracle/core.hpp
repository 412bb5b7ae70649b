// Every shape is a core, the convex hull of a few points, grown by a radius. A pair is then one query: how far is the
// origin from the difference of the two cores, compared with the sum of the radii? (Ellipsoids, cylinders and cones
// have no core: smooth.hpp.)
#pragma once

#include <vector>

#include "exact.hpp"
#include "shape.hpp"

namespace lockstep::oracle {

/// The core exactly: point k lies at points[k] * 2^exponent / denominator.
struct ExactCore {
  std::vector<Vector<Integer>> points;
  Integer denominator = 1;
  int exponent = 0;
};

/// Throws `std::invalid_argument` if a number is not finite, a quaternion is zero, a hull has no vertex, or a matrix is
/// singular or its volume is not bounded.
[[nodiscard]] ExactCore exact_core(const AnyShape& shape);

/// The core relative to `anchor`, each coordinate wrong by at most `error`.
struct RoundedCore {
  std::vector<Vector<double>> points;
  double error = 0;
};

[[nodiscard]] RoundedCore rounded_core(const AnyShape& shape, const Vec3& anchor);

/// The radius by which the core is grown; 0 for polytopes.
[[nodiscard]] float radius_of(const AnyShape& shape);

/// The largest coordinate of a point of the shape.
[[nodiscard]] double largest_coordinate(const AnyShape& shape);

/// A point near the shape, for relative coordinates.
[[nodiscard]] Vec3 anchor_of(const AnyShape& shape);

}  // namespace lockstep::oracle
