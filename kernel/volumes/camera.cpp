// Lenses and poses, from the parameters that users know.
#include "lockstep/volumes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "volumes/view_planes.hpp"

namespace lockstep {

using detail::throw_invalid;
using detail::Vec;

namespace {

constexpr double pi = 3.14159265358979323846;

void check_positive(double x, const char* what) {
  if (!(x > 0 && x <= max_coordinate)) throw_invalid(what, x, "must be above 0 and at most 1e18");
}

/// Interpolates between two sides; exact at both ends.
double part_of(double low, double high, double at) {
  return at == -1 ? low : at == 1 ? high : low + (high - low) * ((at + 1) * 0.5);
}

Vec3d vec3d(const Vec& v) { return {v.x, v.y, v.z}; }

}  // namespace

Lens Lens::perspective(double vertical_angle, double aspect, double near_depth, double far_depth) {
  const detail::FloatEnvironment standard;
  if (!(vertical_angle > 0 && vertical_angle < pi))
    throw_invalid("vertical_angle", vertical_angle, "must be above 0 and below pi, in radians (60 degrees are 1.0472)");
  check_positive(aspect, "aspect");
  const double top = std::tan(vertical_angle / 2), right = top * aspect;
  const Lens lens{-right, right, -top, top, near_depth, far_depth, false};
  detail::check_lens(lens);
  return lens;
}

Lens Lens::parallel(double half_width, double half_height, double near_depth, double far_depth) {
  const detail::FloatEnvironment standard;
  check_positive(half_width, "half_width"), check_positive(half_height, "half_height");
  const Lens lens{-half_width, half_width, -half_height, half_height, near_depth, far_depth, true};
  detail::check_lens(lens);
  return lens;
}

Lens Lens::part(double part_left, double part_right, double part_bottom, double part_top) const {
  const detail::FloatEnvironment standard;
  detail::check_sides(part_left, part_right, "part_left", "part_right");
  detail::check_sides(part_bottom, part_top, "part_bottom", "part_top");
  Lens lens = *this;
  lens.left = part_of(left, right, part_left), lens.right = part_of(left, right, part_right);
  lens.bottom = part_of(bottom, top, part_bottom), lens.top = part_of(bottom, top, part_top);
  return lens;
}

CameraPose CameraPose::turned(const Vec3d& position, double x, double y, double z, double w) {
  const detail::FloatEnvironment standard;
  detail::check_vec3(position, "position");
  const double square = (x * x + y * y) + (z * z + w * w);
  if (!(std::abs(square - 1) <= detail::rotation_tolerance))
    throw InvalidInput("rotation: the squared length of the quaternion is " + detail::number_text(square) +
                       ", and must be 1 within 0.001");
  const double k = 2 / square;
  return {position,
          {1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)},
          {k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x)},
          {-k * (x * z + w * y), -k * (y * z - w * x), -(1 - k * (x * x + y * y))}};
}

CameraPose CameraPose::looking_at(const Vec3d& from, const Vec3d& to, const Vec3d& up) {
  const detail::FloatEnvironment standard;
  detail::check_vec3(from, "from"), detail::check_vec3(to, "to"), detail::check_vec3(up, "up");
  const auto scaled = [](const Vec& v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    const Vec in_range = largest > 0 ? v * (1 / largest) : v;
    return in_range * (largest > 0 ? 1 / detail::length(in_range) : 0);
  };
  const Vec forward = scaled({to.x - from.x, to.y - from.y, to.z - from.z}), upward = scaled({up.x, up.y, up.z});
  if (detail::norm_1(forward) == 0) throw InvalidInput("to: is the point that the camera stands at");
  if (detail::norm_1(upward) == 0) throw InvalidInput("up: must not be 0");
  const Vec aside = cross(forward, upward);
  if (!(detail::length(aside) > 0x1p-40))
    throw InvalidInput("up: must not be along the view, from one point to the other");
  const Vec right = scaled(aside);
  return {from, vec3d(right), vec3d(cross(right, forward)), vec3d(forward)};
}

}  // namespace lockstep
