#include "text/checks.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include <lockstep/shapes.hpp>

#include "text/error.hpp"

namespace lockstep::tools {

Problem coordinate_problem(float value) {
  if (std::abs(value) <= max_coordinate) return std::nullopt;
  return concat(value, " is beyond ", max_coordinate, ", the largest coordinate");
}

Problem size_problem(std::string_view what, float value) {
  if (value >= 0) return std::nullopt;
  return concat(what, " ", value, " is negative");
}

Problem angle_problem(float angle) {
  if (std::abs(angle) <= max_angle) return std::nullopt;
  return concat("the angle ", angle, " is beyond ", max_angle, ", the largest angle");
}

Problem half_angle_problem(float angle) {
  constexpr float quarter = std::numbers::pi_v<float> / 2;
  if (angle < 0) return size_problem("the half angle", angle);
  if (angle <= quarter) return std::nullopt;
  return concat("the half angle ", angle, " is beyond ", quarter, ", a quarter turn");
}

bool is_beyond_a_turn(double angle) { return std::abs(angle) > 2 * std::numbers::pi + 1e-6; }

std::string beyond_a_turn_note(double angle, std::size_t count) {
  return concat("the angle ", angle, " is beyond a full turn", count > 1 ? concat(", as are ", count - 1, " more") : "",
                ": angles are in radians");
}

bool is_unit_first(std::span<const double> quaternion) {
  constexpr double unit[] = {1, 0, 0, 0};
  return std::equal(quaternion.begin(), quaternion.end(), std::begin(unit), std::end(unit));
}

Problem rotation_problem(const Quat& q) {
  const double x = q.x, y = q.y, z = q.z, w = q.w, squared = x * x + y * y + z * z + w * w;
  if (std::abs(squared - 1) <= 1e-3) return std::nullopt;
  return concat("the quaternion has no unit length: |q|^2 is ", squared);
}

}  // namespace lockstep::tools
