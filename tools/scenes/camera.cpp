#include "scenes/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// The square of a direction's length may overflow or underflow a double.
Point3 normalized(const Point3& v) {
  const Point3 scaled = v * (1 / std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}));
  return scaled * (1 / std::sqrt(dot(scaled, scaled)));
}

Vec3d as_vec3d(const Point3& p) { return {p.x, p.y, p.z}; }

}  // namespace

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t k = 0; k < 4; ++k) product[4 * row + column] += a[4 * row + k] * b[4 * k + column];
  return product;
}

Point3 transform(const Matrix& m, const Point3& p) {
  return {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
          m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

lockstep::Lens perspective(double fov_radians, double aspect, double near, double far) {
  const double top = std::tan(fov_radians / 2), right = top * aspect;
  return {-right, right, -top, top, near, far, false};
}

CameraPose look_along(const Point3& eye, const Point3& forward, const Point3& up) {
  const Point3 ahead = normalized(forward);
  const Point3 right = normalized(cross(ahead, up));
  return {as_vec3d(eye), as_vec3d(right), as_vec3d(cross(right, ahead)), as_vec3d(ahead)};
}

Camera make_camera(std::string name, const lockstep::Lens& lens, const CameraPose& pose) {
  const auto valid = [](double x) { return std::abs(x) <= double{max_coordinate}; };  // false for NaN
  if (!valid(pose.position.x) || !valid(pose.position.y) || !valid(pose.position.z))
    throw ReadError(concat(name, ": the camera's place is not made of numbers up to ", max_coordinate));
  return {std::move(name), PosedLens{lens, pose}};
}

Camera make_camera(std::string name, const Point3& eye, const Point3& forward, const Point3& up, const Lens& lens,
                   double near) {
  const double fov = lens.fov_degrees * std::numbers::pi / 180;
  const double far = lens.far == 0 ? lockstep::Lens::infinity : lens.far;
  return make_camera(std::move(name), perspective(fov, lens.aspect, near, far), look_along(eye, forward, up));
}

}  // namespace lockstep::tools
