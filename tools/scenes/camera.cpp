#include "scenes/camera.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

Point3 normalized(const Point3& v) { return v * (1 / std::sqrt(dot(v, v))); }

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

Matrix perspective(double fov_radians, double aspect, double near, double far) {
  const double f = 1 / std::tan(fov_radians / 2);
  // With the far plane at infinity the two depth entries are the limits of the finite ones.
  const double z = far == 0 ? -1 : (far + near) / (near - far);
  const double w = far == 0 ? -2 * near : 2 * far * near / (near - far);
  return {f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, z, w, 0, 0, -1, 0};
}

Matrix orthographic(double half_width, double half_height, double near, double far) {
  return {1 / half_width,
          0,
          0,
          0,
          0,
          1 / half_height,
          0,
          0,
          0,
          0,
          2 / (near - far),
          (far + near) / (near - far),
          0,
          0,
          0,
          1};
}

Matrix look_along(const Point3& eye, const Point3& forward, const Point3& up) {
  const Point3 back = normalized(-forward);
  const Point3 right = normalized(cross(up, back));
  const Point3 above = cross(back, right);
  return {right.x, right.y, right.z, -dot(right, eye), above.x, above.y, above.z, -dot(above, eye),
          back.x,  back.y,  back.z,  -dot(back, eye),  0,       0,       0,       1};
}

Camera make_camera(std::string name, const Matrix& projection, const Matrix& view, double near) {
  Camera camera{std::move(name), {}, near};
  const Matrix product = multiply(projection, view);
  for (std::size_t i = 0; i < product.size(); ++i) {
    camera.view_projection[i] = static_cast<float>(product[i]);
    if (!std::isfinite(camera.view_projection[i]))
      throw ReadError(concat(camera.name, ": the view-projection matrix does not fit in float32 numbers"));
  }
  return camera;
}

Camera make_camera(std::string name, const Point3& eye, const Point3& forward, const Point3& up, const Lens& lens,
                   double near) {
  const double fov = lens.fov_degrees * std::numbers::pi / 180;
  return make_camera(std::move(name), perspective(fov, lens.aspect, near, lens.far), look_along(eye, forward, up),
                     near);
}

}  // namespace lockstep::tools
