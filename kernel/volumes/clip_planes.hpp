// From a view-projection matrix to planes.
#pragma once

#include <cstddef>
#include <span>

#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

/// The planes of clip space, in the world: x on two sides, y on two sides, the two ends of depth.
struct ClipPlanes {
  Plane left, right, bottom, top, ends[2];
  Vec w_normal;  // of clip w
  double w_offset;
};

ClipPlanes clip_planes(std::span<const float, 16> row_major, const ClipWindow& window);

struct AnchoredPlane {
  Plane plane;
  float slack;
};

/// Scaled to unit normal and moved to the anchor.
AnchoredPlane anchored(const Plane& plane, const Vec3& anchor);

/// Where row `row` of the matrix is `side` times its last row, positive (if `sign` is 1) where it is more. A plane at
/// infinity becomes one that all points are on the same side of.
GridPlane grid_plane(std::span<const float, 16> row_major, std::size_t row, double side, double sign,
                     const Vec3& anchor);

}  // namespace lockstep::detail
