#include "scenes/camera.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Directions may have lengths whose squares no double holds.
Point3 normalized(const Point3& v) {
  const Point3 scaled = v * (1 / std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}));
  return scaled * (1 / std::sqrt(dot(scaled, scaled)));
}

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

CameraLens perspective(double fov_radians, double aspect, double near, double far) {
  const double top = std::tan(fov_radians / 2), right = top * aspect;
  return {-right, right, -top, top, near, far == 0 ? std::numeric_limits<double>::infinity() : far, false};
}

CameraLens parallel(double half_width, double half_height, double near, double far) {
  return {-half_width, half_width, -half_height, half_height, near, far, true};
}

CameraPlace look_along(const Point3& eye, const Point3& forward, const Point3& up) {
  const Point3 ahead = normalized(forward);
  const Point3 right = normalized(cross(ahead, up));
  return {eye, right, cross(right, ahead), ahead};
}

Camera make_camera(std::string name, const CameraLens& lens, const CameraPlace& pose) {
  const auto valid = [](double x) { return std::abs(x) <= double{max_coordinate}; };  // false for NaN
  if (!valid(pose.position.x) || !valid(pose.position.y) || !valid(pose.position.z))
    throw ReadError(concat(name, ": the camera's place is not made of numbers up to ", max_coordinate));
  return {std::move(name), PosedLens{lens, pose}};
}

Camera make_camera(std::string name, const Point3& eye, const Point3& forward, const Point3& up, const Lens& lens,
                   double near) {
  const double fov = lens.fov_degrees * std::numbers::pi / 180;
  return make_camera(std::move(name), perspective(fov, lens.aspect, near, lens.far), look_along(eye, forward, up));
}

}  // namespace lockstep::tools
