// The place of a point in a camera's picture.
#pragma once

#include <array>
#include <cmath>
#include <variant>

#include "scenes/scene.hpp"

namespace lockstep::tools::test {

/// Clip coordinates with depth -w..w, as a projection matrix would make them.
[[nodiscard]] inline std::array<double, 4> clip(const Camera& camera, double x, double y, double z) {
  const auto& [lens, pose] = std::get<PosedLens>(camera.view);
  const Point3 d{x - pose.position.x, y - pose.position.y, z - pose.position.z};
  const auto along = [&d](const Vec3d& axis) { return axis.x * d.x + axis.y * d.y + axis.z * d.z; };
  const double depth = along(pose.forward), w = lens.orthographic ? 1 : depth;
  const auto across = [w](double at, double low, double high) { return (2 * at - (low + high) * w) / (high - low); };
  const double near = lens.near_depth, far = lens.far_depth;
  double clip_z = depth - 2 * near;
  if (lens.orthographic)
    clip_z = across(depth, near, far);
  else if (std::isfinite(far))
    clip_z = ((far + near) * depth - 2 * far * near) / (far - near);
  return {across(along(pose.right), lens.left, lens.right), across(along(pose.up), lens.bottom, lens.top), clip_z, w};
}

}  // namespace lockstep::tools::test
