// The transforms of glTF nodes.
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

/// The distance that rounding may put between the last row of an affine matrix and 0 0 0 1: a few times that of
/// float32.
inline constexpr double last_row_tolerance = 1e-5;

/// A column-major matrix, with the last row 0 0 0 1; nothing if its own last row is farther from that than rounding
/// explains.
[[nodiscard]] std::optional<Matrix> affine_of_columns(const std::array<double, 16>& columns);

/// Of a node against its parent: its `matrix`, or its translation, rotation and scale. Throws `ReadError`.
[[nodiscard]] Matrix local_matrix(const Node& node);

}  // namespace lockstep::tools
