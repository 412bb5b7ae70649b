// Convex volumes for frustum culling: view frusta of cameras, shadow cascades, light clusters, portals and mirrors
// (oblique near planes), polytopes by half-spaces or corners.
//
//   auto camera = lockstep::ConvexVolume::from_view_projection(glm::value_ptr(projection * view),
//                                                              lockstep::MatrixOrder::column_major,
//                                                              lockstep::DepthRange::minus_one_to_one);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(1).
// Allocates: volumes with more than 8 corners, and scratch memory while a volume is made from half-spaces or has no
// frustum form; nothing else.
// Throws: `InvalidInput` as each function says; where memory is allocated also `std::bad_alloc`.
// Threads: safe; a volume is immutable, and may be shared by threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <lockstep/camera.hpp>
#include <lockstep/detail/volume_data.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// Clip-space depth of the visible volume: 0 <= z <= w (Direct3D, Vulkan, Metal) or -w <= z <= w (OpenGL). Reversed Z
/// needs no third value: near and far merely change places.
enum class DepthRange : std::uint8_t { zero_to_one, minus_one_to_one };

/// A part of a camera's view, in normalised device coordinates (clip x / w, y / w, z / w): a tile of the screen, a
/// slice of the depth, or both. Depth is cut to the camera's range, so the default is the whole view.
struct ClipWindow {
  float left = -1, right = 1, bottom = -1, top = 1;
  float low_z = -1, high_z = 1;
};

namespace detail {
class VolumeMaker;
}

/// The points p with normal . p + offset >= 0. The normal may have any length but 0, which scales the offset as well.
struct HalfSpace {
  Vec3d normal;
  double offset = 0;
};

/// A convex volume: the view of a camera, bounded or not, the hull of 8 corners, or the intersection of up to
/// `max_planes` half-spaces. Immutable; copying is cheap (under 1 KiB) and never allocates.
class LOCKSTEP_API ConvexVolume {
 public:
  static constexpr std::size_t max_planes = detail::VolumeData::max_planes;

  /// The view frustum of a matrix: the set of points p whose clip coordinates M [p; 1] lie in the canonical view
  /// volume, |x| <= w, |y| <= w and the depth range. `matrix` points to the 16 numbers of M. Everything that these
  /// inequalities can enclose is understood: any handedness, reversed Z, a far side at infinity or beyond it (an
  /// infinite projection with an epsilon), and oblique sides, such as the tilted near planes of mirrors, water and
  /// portals. If the depth row is the last row or its negative, as rounding to float makes of cameras far from the
  /// origin, that end of the range has no plane. The result is exactly the part in the window: windows that share a
  /// side share its points and nothing else.
  ///
  /// Use the overload with doubles, or `from_camera`, for a camera that is more than some thousand near distances from
  /// the origin: a product of matrices in floats has lost the precision by then.
  ///
  /// Throws: `InvalidInput` if a number is not finite, if the matrix is singular (except for such a depth row), if the
  /// volume is empty or too small to decide, if a corner lies beyond 1e18, or if a side of the window is not below its
  /// opposite or lies outside -1 .. 1. Also if the matrix looks transposed: its last column, not its last row, is that
  /// of a camera (`forward . p + offset` with a unit vector `forward`, or 0 0 0 1), and the rows of the transpose are
  /// perpendicular as a camera's are. (docs/bad-input.md has the argument. A legal matrix that looks so can be
  /// multiplied by 2: it means the same.)
  [[nodiscard]] static ConvexVolume from_view_projection(const float* matrix, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {});
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> matrix, MatrixOrder order,
                                                         DepthRange range, const ClipWindow& window = {}) {
    return from_view_projection(matrix.data(), order, range, window);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(const double* matrix, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {});
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const double, 16> matrix, MatrixOrder order,
                                                         DepthRange range, const ClipWindow& window = {}) {
    return from_view_projection(matrix.data(), order, range, window);
  }

  /// No matrix: throws `InvalidInput`.
  [[nodiscard]] static ConvexVolume from_view_projection(std::nullptr_t, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(static_cast<const float*>(nullptr), order, range, window);
  }

  /// The same for m00 m01 .. m33, row by row.
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const double, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }

  /// The view frustum of a camera. Its planes are made in double, relative to the camera, directly from the lens and
  /// the pose, without a matrix: a camera at 1e7 m sees as exactly as one at the origin. (A plane is off by no more
  /// than 2^-47 of the distance from the camera, beside the rounding of the objects' own float coordinates.)
  ///
  /// Throws: `InvalidInput` if a number is not one that `Lens` and `CameraPose` allow; axes must be of unit length and
  /// perpendicular to within 1e-3.
  [[nodiscard]] static ConvexVolume from_camera(const Lens& lens, const CameraPose& pose);

  /// The intersection of half-spaces, from 1 to `max_planes` of them, in any order; bounded or not. Redundant
  /// half-spaces change nothing.
  ///
  /// Complexity: O(planes^4), in exact arithmetic for what double leaves open.
  /// Throws: `InvalidInput` for 0 or more than `max_planes` half-spaces, if a number is not finite, if an offset or a
  /// corner is beyond 1e18 lengths of its normal, if a normal is 0, or if the intersection is empty or too small for
  /// double to decide.
  [[nodiscard]] static ConvexVolume from_planes(std::span<const HalfSpace> planes);

  /// The convex hull of 8 points: near side in ring order, then far side in the same order. Flat and duplicate corners
  /// are legal. Throws `InvalidInput` if a coordinate is not finite or beyond `max_coordinate`.
  [[nodiscard]] static ConvexVolume from_corners(std::span<const Vec3, 8> corners);

  /// The corners, near ring then far ring, rounded to float. An infinite far side is cut at a depth of `far_cut` times
  /// the size of the near side: good for drawing, not for deciding. If the volume is not a frustum (`is_frustum`),
  /// these are the corners of the smallest aligned box around `vertices`. Allocates nothing.
  [[nodiscard]] std::array<Vec3, 8> corners(float far_cut = 1e4F) const noexcept;

  /// All corners, whatever their number, in an arbitrary order; edges without an end are cut as above. Those of a
  /// frustum are `corners`. O(corners^2). Allocates the result.
  [[nodiscard]] std::vector<Vec3> vertices(float far_cut = 1e4F) const;

  /// Whether the corners are 4 of a near side and 4 of a far one, which may be at infinity.
  [[nodiscard]] bool is_frustum() const noexcept { return data_.is_frustum; }
  /// Whether the volume is unbounded in some direction.
  [[nodiscard]] bool infinite_far() const noexcept { return data_.infinite_far; }

  /// For the kernels.
  [[nodiscard]] const detail::VolumeData& data() const noexcept { return data_; }

 private:
  friend class detail::VolumeMaker;
  ConvexVolume() = default;
  detail::VolumeData data_;
  std::shared_ptr<const void> more_;  ///< the corners of data_.corners() if there are more than 8
};

}  // namespace lockstep
