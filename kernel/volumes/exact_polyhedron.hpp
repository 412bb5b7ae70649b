// Finds the corners and unbounded edges of an intersection of half-spaces. The predicates are exact, so that no corner
// is lost or invented where many planes meet in a point, or nearly so.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

/// A bit for each plane.
using PlaneBits = std::uint32_t;

struct PolyhedronCorner {
  Vec at;            ///< to within 2^-49 of each coordinate
  PlaneBits planes;  ///< all planes that it lies on
};

struct PolyhedronRay {
  Vec along;  ///< unit length, to within 2^-49
  PlaneBits planes;
};

struct PolyhedronParts {
  std::vector<PolyhedronCorner> corners;
  std::vector<PolyhedronRay> rays;
  std::vector<Vec> lines;  ///< orthogonal directions that it is unbounded along, both ways
  /// An unbounded edge: the indices of its corner and its ray.
  struct Edge {
    std::size_t corner, ray;
  };
  std::vector<Edge> edges;
};

/// Computes the parts for planes with unit normals. If there are lines, the corners and rays are those of a cross
/// section. If there are no corners, no point is in all half-spaces.
PolyhedronParts polyhedron_parts(std::span<const Plane> planes);

}  // namespace lockstep::detail
