// The conditions on numbers of shapes, in words. All numbers are finite.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
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

/// Whether an angle in radians is beyond a full turn. That is legal, but it is probably in degrees.
[[nodiscard]] bool is_beyond_a_turn(double angle);
/// The note for the first of `count` such angles.
[[nodiscard]] std::string beyond_a_turn_note(double angle, std::size_t count);

/// Whether four numbers are 1 0 0 0: as x y z w half a turn about x, as w x y z no turn at all.
[[nodiscard]] bool is_unit_first(std::span<const double> quaternion);
/// The note for a file whose quaternions are all 1 0 0 0.
inline constexpr const char* unit_first_note =
    "all quaternions are 1 0 0 0, which is half a turn about x: they are read as qx qy qz qw; if w comes first, name "
    "the "
    "columns so (qw, qx, qy, qz)";

}  // namespace lockstep::tools
