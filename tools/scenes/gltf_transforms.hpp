// Where a node of glTF stands.
#pragma once

#include <array>
#include <optional>

#include "scenes/camera.hpp"
#include "text/json.hpp"

namespace lockstep::tools {

/// Translation * rotation * scale; the quaternion x y z w needs unit length.
[[nodiscard]] Matrix placement(const std::array<double, 3>& translation, const std::array<double, 4>& rotation,
                               const std::array<double, 3>& scale);

/// |q|^2
[[nodiscard]] double squared_length(const std::array<double, 4>& q);
/// `q` divided by its length, which must not be 0.
[[nodiscard]] std::array<double, 4> unit(const std::array<double, 4>& q);

/// How far rounding may put the last row of an affine matrix from 0 0 0 1: some digits more than a float32 has.
inline constexpr double last_row_tolerance = 1e-5;

/// A matrix that comes column after column, with the last row 0 0 0 1; nothing if its own is farther from that than
/// rounding brings it.
[[nodiscard]] std::optional<Matrix> affine_of_columns(const std::array<double, 16>& columns);

/// Of a node against its parent: its `matrix`, or its translation, rotation and scale. Throws `ReadError`.
[[nodiscard]] Matrix local_matrix(const Node& node);

}  // namespace lockstep::tools
