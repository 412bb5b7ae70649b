// Polygons in space as triangles.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "meshes/mesh_file.hpp"

namespace lockstep::tools {

/// Whether the triangles from the first corner cover the polygon and nothing outside of it, seen along its normal.
[[nodiscard]] bool is_fan(std::span<const Vec3d> corners);

/// The triangles of a polygon that need not be convex, two fewer than its corners, as indices of them; empty if it
/// crosses itself, or if `work` exceeds `most_work`: it counts the tests of a point. Ear clipping, as in G. Meisters,
/// "Polygons have ears", 1975.
[[nodiscard]] std::vector<Triangle> cut_ears(std::span<const Vec3d> corners, std::size_t& work, std::size_t most_work);

}  // namespace lockstep::tools
