// Camera lens and pose (perspective or orthographic projection) for frustum culling without a matrix: the field of
// view, and where the camera stands. All in double, so that planes lose nothing however far from the origin the camera
// stands.
//
//   const auto lens = lockstep::Lens::perspective(1.0472, 16.0 / 9, 0.1, 1000);
//   const auto pose = lockstep::CameraPose::looking_at({4e6, 12, -2e6}, {4e6, 0, -2e6 + 40});
//   const auto view = lockstep::ConvexVolume::from_camera(lens, pose);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(1).
// Allocates: nothing.
// Throws: `InvalidInput` as each function says.
// Threads: safe; plain values.
#pragma once

#include <limits>

#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// The lens of a camera: the sides of its picture and the depths between which it sees. Depth is the distance from the
/// plane through the eye, along the view.
///
/// For a perspective the sides are those of the picture at depth 1 (tangents of angles), with the eye at (0, 0); for an
/// orthographic camera they are lengths in units of the world. An off-centre picture has sides of unequal size: stereo,
/// tiles of a large picture, a shifted lens.
struct LOCKSTEP_API Lens {
  double left = -1, right = 1;                  ///< along the camera's `right`; left < right
  double bottom = -1, top = 1;                  ///< along its `up`; bottom < top
  double near_depth = 0, far_depth = infinity;  ///< near < far; a perspective has near >= 0
  bool orthographic = false;

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// A perspective from the whole vertical angle, in radians, and the aspect width / height. Throws `InvalidInput`
  /// unless 0 < vertical_angle < pi, aspect is a positive number, and 0 <= near_depth < far_depth.
  [[nodiscard]] static Lens perspective(double vertical_angle, double aspect, double near_depth,
                                        double far_depth = infinity);

  /// An orthographic lens from half the visible width and height. Throws `InvalidInput` unless these are positive
  /// numbers and near_depth < far_depth. (A near depth below 0 lies behind the camera's position.)
  [[nodiscard]] static Lens parallel(double half_width, double half_height, double near_depth,
                                     double far_depth = infinity);

  /// The part of the picture between these sides, as fractions of the whole: -1 is the left or bottom, 1 the right or
  /// top. Parts that share a side share its plane exactly. Throws `InvalidInput` unless -1 <= left < right <= 1, and
  /// the same for bottom and top.
  [[nodiscard]] Lens part(double part_left, double part_right, double part_bottom, double part_top) const;
};

/// The position and the axes of a camera. A point p is `dot(right, p - position)` to the right of it, and so on. The
/// axes are three perpendicular unit vectors of either handedness, as the rows of a view matrix.
struct LOCKSTEP_API CameraPose {
  Vec3d position = {};
  Vec3d right = {1, 0, 0}, up = {0, 1, 0}, forward = {0, 0, -1};

  /// A camera that looks along -z of its own space with y upwards, as in glTF, OpenGL and Blender, turned by q/|q| with
  /// q = (x, y, z, w). Throws `InvalidInput` if a number is not finite, a coordinate is beyond `max_coordinate`, or q
  /// is not of unit length (| |q|^2 - 1 | <= 1e-3).
  [[nodiscard]] static CameraPose turned(const Vec3d& position, double x, double y, double z, double w);

  /// A right-handed camera that looks from one point to another, with `up` (of any length) upwards in its picture.
  /// Throws `InvalidInput` for the same numbers, if the two points are equal, or if `up` is 0 or along the view.
  [[nodiscard]] static CameraPose looking_at(const Vec3d& from, const Vec3d& to, const Vec3d& up = {0, 1, 0});
};

}  // namespace lockstep
