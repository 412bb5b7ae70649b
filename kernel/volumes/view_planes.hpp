// From what a camera is told by, a view-projection matrix or a lens and a pose, to planes.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lockstep/camera.hpp"
#include "lockstep/volume_set.hpp"
#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

using MatrixRows = std::array<double, 16>;

/// The planes of a camera. Two windows of one camera that share a side have the same plane there.
struct ViewPlanes {
  Plane ring[4];  ///< left, bottom, right, top: side i and the next meet in edge i
  Plane ends[2];  ///< of depth, in either order; a normal of 0 where there is none
  Plane w;        ///< not negative in the view
  Vec origin;     ///< what they are relative to
  double units;   ///< how far their numbers may be off, in 2^-53 of their size, beside one rounding
};

/// Beside the one rounding of a sum, what the numbers of planes lose: of floats nothing, as their products are exact.
inline constexpr double units_of_floats = 0, units_of_doubles = 4, units_of_lens = 32;

/// A window in double.
struct ViewWindow {
  double left, right, bottom, top, low_z, high_z;
};

ViewPlanes view_planes(const MatrixRows& row_major, double units, const ViewWindow& window);
ViewPlanes view_planes(const Lens& lens, const CameraPose& pose);

/// The planes between the slices, the columns and the rows of a view, those at both ends included, all positive towards
/// higher parts.
struct PlanesOfGrid {
  std::array<std::vector<Plane>, 3> of;  ///< z, x, y

  /// The planes of a cell; `view` has the rest.
  [[nodiscard]] ViewPlanes cell(const ViewPlanes& view, std::size_t z, std::size_t x, std::size_t y) const;
};

/// Throws `InvalidInput` for depths that are not as they should be.
PlanesOfGrid grid_planes(const MatrixRows& row_major, DepthRange range, const ViewPlanes& view, const ViewGrid& grid);
PlanesOfGrid grid_planes(const Lens& lens, const CameraPose& pose, const ViewPlanes& view, const ViewGrid& grid);

struct AnchoredPlane {
  Plane plane;
  float slack;
};

/// Scaled to unit normal and moved by `shift`, from the origin that it is relative to.
AnchoredPlane anchored(const Plane& plane, const Vec& shift, double units);

/// The same for the kernels of grids. A plane at infinity becomes one that all points are on the same side of.
GridPlane grid_plane(const Plane& plane, const Vec& shift, double units);

/// Where three planes meet, if their normals are not nearly in one plane. `error` grows to the bound on the rounding
/// error of the result.
bool meet(const Plane& a, const Plane& b, const Plane& c, double units, Vec& point, double& error);

inline bool has_normal(const Plane& plane) { return norm_1(plane.normal) != 0; }

/// Throws `InvalidInput` that names what is wrong.
void check_lens(const Lens& lens);
void check_pose(const CameraPose& pose);

}  // namespace lockstep::detail
