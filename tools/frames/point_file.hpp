// Points of space in double: a table with columns x, y and z, or an array of shape (points, 3).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <lockstep/types.hpp>

#include "frames/table.hpp"

namespace lockstep::tools {

/// Numbers as they stand in the file, whatever its unit. A table without a heading has three columns. Calls
/// `on_problem` for each bad line of a table; the result is of no use then. Throws `ReadError` for an error of the file
/// as a whole.
[[nodiscard]] std::vector<Vec3d> read_points(std::span<const std::byte> file, const OnTableProblem& on_problem);

}  // namespace lockstep::tools
