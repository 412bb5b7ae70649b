// View and projection matrices, in double, row-major, for column vectors; clip depth is -w..w.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "scenes/scene.hpp"

namespace lockstep::tools {

using Matrix = std::array<double, 16>;

inline constexpr Matrix identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

[[nodiscard]] Matrix multiply(const Matrix& a, const Matrix& b);

/// Where an affine matrix puts a point.
[[nodiscard]] Point3 transform(const Matrix& m, const Point3& p);

/// far = 0: no far plane.
[[nodiscard]] Matrix perspective(double fov_radians, double aspect, double near, double far);
/// Half the width and half the height of what is seen.
[[nodiscard]] Matrix orthographic(double half_width, double half_height, double near, double far);

/// World to eye space for an eye that looks along `forward`; `up` only needs not to be parallel to it. The two need no
/// unit length.
[[nodiscard]] Matrix look_along(const Point3& eye, const Point3& forward, const Point3& up);

/// Throws `ReadError` if the product has an entry that no float32 holds.
[[nodiscard]] Camera make_camera(std::string name, const Matrix& projection, const Matrix& view, double near);

/// A camera with the lens that the user chose.
[[nodiscard]] Camera make_camera(std::string name, const Point3& eye, const Point3& forward, const Point3& up,
                                 const Lens& lens, double near);

/// A camera from the 16 numbers of its view-projection matrix, row by row, with blanks or commas between them. Throws
/// `UsageError` if they are not that.
[[nodiscard]] Camera parse_camera(std::string name, std::string_view numbers);

}  // namespace lockstep::tools
