// Computes planes from a camera: a view-projection matrix, or a lens and a pose.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/validate.hpp"
#include "lockstep/volumes.hpp"
#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

using MatrixRows = std::array<double, 16>;

/// The planes of a camera. Two windows of one camera that share a side have the same plane there.
struct ViewPlanes {
  Plane ring[4];  ///< left, bottom, right, top: sides i and i + 1 (mod 4) meet in edge i
  Plane ends[2];  ///< of depth, in either order; a missing end has normal 0
  Plane w;        ///< not negative in the view
  Vec origin;     ///< the planes are relative to it
  double units;   ///< the error of their numbers beyond one rounding, in units of 2^-53 of their size
};

/// The errors of plane numbers beyond one rounding of a sum. Floats have none, since their products are exact.
inline constexpr double units_of_floats = 0, units_of_doubles = 4, units_of_lens = 32;

/// A window in double.
struct ViewWindow {
  double left, right, bottom, top, low_z, high_z;
};

ViewPlanes view_planes(const MatrixRows& row_major, double units, const ViewWindow& window);
ViewPlanes view_planes(const Lens& lens, const CameraPose& pose);

/// The planes between the slices, columns and rows of a view, including both ends, all positive towards higher indices.
struct PlanesOfGrid {
  std::array<std::vector<Plane>, 3> of;  ///< z, x, y

  /// The planes of a cell; the remaining ones come from `view`.
  [[nodiscard]] ViewPlanes cell(const ViewPlanes& view, std::size_t z, std::size_t x, std::size_t y) const;
};

/// Throws `InvalidInput` for invalid depths.
PlanesOfGrid grid_planes(const MatrixRows& row_major, DepthRange range, const ViewPlanes& view, const ViewGrid& grid);
PlanesOfGrid grid_planes(const Lens& lens, const CameraPose& pose, const ViewPlanes& view, const ViewGrid& grid);

struct AnchoredPlane {
  Plane plane;
  float slack;
};

/// Scaled to unit normal, and moved by `shift` from its origin.
AnchoredPlane anchored(const Plane& plane, const Vec& shift, double units);

/// The same for the kernels of grids. A plane at infinity becomes one that has all points on the same side.
GridPlane grid_plane(const Plane& plane, const Vec& shift, double units);

/// Intersects three planes, unless their normals are nearly coplanar. Raises `error` to the bound of the rounding error
/// of the result.
bool meet(const Plane& a, const Plane& b, const Plane& c, double units, Vec& point, double& error);

inline bool has_normal(const Plane& plane) { return norm_1(plane.normal) != 0; }

/// Throws `InvalidInput` that names the invalid side, unless -1 <= low < high <= 1.
template <class Number>
void check_sides(Number low, Number high, const char* low_name, const char* high_name) {
  const auto is_in_view = [](Number x) { return x >= -1 && x <= 1; };
  if (!is_in_view(low)) throw_invalid(low_name, low, "must be from -1 to 1");
  if (!is_in_view(high)) throw_invalid(high_name, high, "must be from -1 to 1");
  if (!(low < high)) throw_invalid(low_name, low, "must be below its opposite");
}

/// Throws `InvalidInput` that names the invalid field.
void check_lens(const Lens& lens);
void check_pose(const CameraPose& pose);

}  // namespace lockstep::detail
