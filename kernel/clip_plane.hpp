// Planes of clip space in the world.
#pragma once

#include <cstddef>
#include <span>

#include "lockstep/frustum.hpp"

namespace lockstep::detail {

/// Where row `row` of the matrix is `side` times its last row, positive (if `sign` is 1) where it is more. A plane at
/// infinity becomes one that all points are on the same side of.
GridPlane clip_plane(std::span<const float, 16> row_major, std::size_t row, double side, double sign,
                     const Vec3& anchor);

}  // namespace lockstep::detail
