// What numbers of shapes must be, in words. Each is finite already.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <lockstep/types.hpp>

namespace lockstep::tools {

/// What is wrong; nothing if nothing is.
using Problem = std::optional<std::string>;

[[nodiscard]] Problem coordinate_problem(float value);
/// "the radius -1 is negative"
[[nodiscard]] Problem size_problem(std::string_view what, float value);
[[nodiscard]] Problem angle_problem(float angle);
[[nodiscard]] Problem half_angle_problem(float angle);
[[nodiscard]] Problem rotation_problem(const Quat& q);

}  // namespace lockstep::tools
