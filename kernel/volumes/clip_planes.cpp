// The planes of a view-projection matrix, in double: a row, more or less its last one (G. Gribb and K. Hartmann, "Fast
// extraction of viewing frustum planes from the world-view-projection matrix", 2001).
#include "volumes/clip_planes.hpp"

#include <cmath>

namespace lockstep::detail {

namespace {

constexpr double double_unit = 0x1p-53;

/// sign (row - side w). Each product is that of two floats and exact, each sum rounded once.
Plane clip_plane(std::span<const float, 16> m, std::size_t row, double side, double sign) {
  const auto at = [&](std::size_t c) { return sign * (m[4 * row + c] - side * m[12 + c]); };
  return {{at(0), at(1), at(2)}, at(3)};
}

}  // namespace

ClipPlanes clip_planes(std::span<const float, 16> m, const ClipWindow& window) {
  return {clip_plane(m, 0, window.left, 1),
          clip_plane(m, 0, window.right, -1),
          clip_plane(m, 1, window.bottom, 1),
          clip_plane(m, 1, window.top, -1),
          {clip_plane(m, 2, window.low_z, 1), clip_plane(m, 2, window.high_z, -1)},
          {m[12], m[13], m[14]},
          m[15]};
}

AnchoredPlane anchored(const Plane& plane, const Vec3& anchor) {
  const double scale = 1 / length(plane.normal);
  // The plane lies where its float coefficients say; the double sum may be off by this much.
  const double slack =
      8 * double_unit * (norm_1(plane.normal) * norm_1(widen(anchor)) + std::abs(plane.offset)) * scale;
  return {{plane.normal * scale, plane.at(widen(anchor)) * scale}, static_cast<float>(slack)};
}

GridPlane grid_plane(std::span<const float, 16> row_major, std::size_t row, double side, double sign,
                     const Vec3& anchor) {
  const Plane plane = clip_plane(row_major, row, side, sign);
  constexpr float beyond_everything = 1e30F;
  if (norm_1(plane.normal) == 0) return {{}, std::copysign(beyond_everything, static_cast<float>(plane.offset)), 0};
  const AnchoredPlane at_anchor = anchored(plane, anchor);
  return {narrow(at_anchor.plane.normal), static_cast<float>(at_anchor.plane.offset), at_anchor.slack};
}

}  // namespace lockstep::detail
