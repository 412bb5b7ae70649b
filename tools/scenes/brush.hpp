// The corners of a convex solid given by its planes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// The points p with normal . p <= offset are inside.
struct Plane {
  Point3 normal;
  double offset = 0;
};

/// More planes than any map compiler writes for one brush. The work grows with the square of the number.
inline constexpr std::size_t max_brush_planes = 256;

/// Corners that lie closer together than this become one. Planes are stored in float32, so several that should meet in
/// one corner miss it by a little; in Quake's units (an eye is 50 above the floor) this cannot be seen.
inline constexpr double corner_tolerance = 1.0 / 64;

/// The corners of the intersection of the half spaces, whose normals need unit length. Empty if the intersection has no
/// volume or reaches beyond `world_extent`.
[[nodiscard]] std::vector<Point3> brush_corners(std::span<const Plane> planes);

/// Farther out than any map: coordinates of the format are 16 bits wide.
inline constexpr double world_extent = 1 << 18;

}  // namespace lockstep::tools
