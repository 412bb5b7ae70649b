#include "text/checks.hpp"

#include <cmath>
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

void OddNumbers::see_rotation(const Quat& rotation) {
  ++rotations_;
  if (rotation == Quat{1, 0, 0, 0}) ++unit_first_;
}

void OddNumbers::see_angle(float angle, std::size_t place) {
  if (std::abs(angle) <= 2 * std::numbers::pi + 1e-6) return;
  if (angles_++ == 0) place_ = place, angle_ = angle;
}

Problem OddNumbers::angle_note() const {
  if (angles_ == 0) return std::nullopt;
  return concat("the angle ", angle_, " is beyond a full turn",
                angles_ > 1 ? concat(", as are ", angles_ - 1, " more") : "", ": angles are in radians");
}

Problem OddNumbers::rotation_note() const {
  if (rotations_ == 0 || unit_first_ < rotations_) return std::nullopt;
  return "all quaternions are 1 0 0 0, which is half a turn about x: they are read as x y z w";
}

Problem OddNumbers::rotation_note_of_columns() const {
  Problem note = rotation_note();
  if (note) *note += "; if w comes first, name the columns so (qw, qx, qy, qz)";
  return note;
}

Problem rotation_problem(const Quat& q) {
  const double x = q.x, y = q.y, z = q.z, w = q.w, squared = x * x + y * y + z * z + w * w;
  if (std::abs(squared - 1) <= 1e-3) return std::nullopt;
  return concat("the quaternion has no unit length: |q|^2 is ", squared);
}

}  // namespace lockstep::tools
