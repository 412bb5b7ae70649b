// Which corners and edges without an end do half-spaces have? Decided exactly, so that no corner is lost or invented
// where many planes meet in a point or nearly so.
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
  PlaneBits planes;  ///< all that it lies on
};

struct PolyhedronRay {
  Vec along;  ///< unit length, to within 2^-49
  PlaneBits planes;
};

struct PolyhedronParts {
  std::vector<PolyhedronCorner> corners;
  std::vector<PolyhedronRay> rays;
  std::vector<Vec> lines;  ///< directions that it goes on in both ways, at right angles
  /// Corners and rays, by index, that make an edge without an end.
  struct Edge {
    std::size_t corner, ray;
  };
  std::vector<Edge> edges;
};

/// Of planes with unit normals. Where there are lines, the corners and rays are those of a cut across them. No corners:
/// no point is in all half-spaces.
PolyhedronParts polyhedron_parts(std::span<const Plane> planes);

}  // namespace lockstep::detail
