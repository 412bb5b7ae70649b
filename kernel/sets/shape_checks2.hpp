// Validation of shapes of the plane in checked calls, and the treatment of invalid shapes from unchecked calls.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

#include "base/validate.hpp"
#include "sets/turn.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

inline constexpr const char* half_angle_rule = "must be between 0 and pi/2 (radians)";

inline void check_vec2(const Vec2& v, std::string_view what) {
  const auto check = [&](float x, const char* coordinate) {
    if (!is_valid_coordinate(x)) throw_invalid(std::string(what) + coordinate, x, coordinate_rule);
  };
  check(v.x, ".x");
  check(v.y, ".y");
}

inline void check_half_angle(float angle, std::string_view what) {
  if (!(angle >= 0 && angle <= quarter_turn)) throw_invalid(what, angle, half_angle_rule);
}

inline bool all_finite(std::initializer_list<double> numbers) {
  bool finite = true;
  for (const double x : numbers) finite &= std::isfinite(x);
  return finite;
}

/// Makes an invalid shape NaN, and so `touching` with everything, through its anchor: all numbers of a pair depend on
/// it.
inline Record2 valid_if(bool is_shape, const Record2& record) {
  Record2 valid = record;
  if (!is_shape) valid.row[0][0] = valid.row[0][1] = std::numeric_limits<float>::quiet_NaN();
  return valid;
}

}  // namespace lockstep::detail
