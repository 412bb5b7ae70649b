// The conditions on numbers of shapes, in words. All numbers are finite.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <lockstep/types.hpp>

namespace lockstep::tools {

/// The text of a problem, or nothing.
using Problem = std::optional<std::string>;

[[nodiscard]] Problem coordinate_problem(float value);
/// "the radius -1 is negative"
[[nodiscard]] Problem size_problem(std::string_view what, float value);
[[nodiscard]] Problem angle_problem(float angle);
[[nodiscard]] Problem half_angle_problem(float angle);
[[nodiscard]] Problem rotation_problem(const Quat& q);

/// Legal numbers of a file that are probably mistakes. Angles beyond a full turn are probably in degrees. Quaternions
/// that are all 1 0 0 0 probably have w first: as x y z w that is half a turn about x, as w x y z no turn at all.
class OddNumbers {
 public:
  void see_rotation(const Quat& rotation);
  /// In radians, at a line or a row.
  void see_angle(float angle, std::size_t place);
  /// Does not name the place, which is that of the first such angle.
  [[nodiscard]] Problem angle_note() const;
  [[nodiscard]] std::size_t angle_place() const { return place_; }
  [[nodiscard]] Problem rotation_note() const;
  /// The same for files whose columns have names.
  [[nodiscard]] Problem rotation_note_of_columns() const;

 private:
  std::size_t rotations_ = 0, unit_first_ = 0, angles_ = 0, place_ = 0;
  float angle_ = 0;
};

}  // namespace lockstep::tools
