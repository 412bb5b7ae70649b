// Cameras, and affine matrices in double, row-major, for column vectors.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <lockstep/volumes.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

using Matrix = std::array<double, 16>;

inline constexpr Matrix identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

[[nodiscard]] Matrix multiply(const Matrix& a, const Matrix& b);

/// The image of a point under an affine matrix.
[[nodiscard]] Point3 transform(const Matrix& m, const Point3& p);

/// A lens with this whole vertical angle. A lens that sees nothing is refused only when volumes are made of it, so that
/// the error names the camera.
[[nodiscard]] lockstep::Lens perspective(double fov_radians, double aspect, double near, double far);

/// For an eye that looks along `forward`; `up` must not be parallel to it. Neither needs unit length.
[[nodiscard]] CameraPose look_along(const Point3& eye, const Point3& forward, const Point3& up);

/// Throws `ReadError` if the camera's position exceeds the range of coordinates.
[[nodiscard]] Camera make_camera(std::string name, const lockstep::Lens& lens, const CameraPose& pose);

/// A camera with the lens that the user chose.
[[nodiscard]] Camera make_camera(std::string name, const Point3& eye, const Point3& forward, const Point3& up,
                                 const Lens& lens, double near);

/// A camera from the 16 numbers of its view-projection matrix, with blanks or commas between them. Throws `UsageError`
/// for other texts.
[[nodiscard]] Camera parse_camera(std::string name, std::string_view numbers, MatrixOrder order, DepthRange range);

}  // namespace lockstep::tools
