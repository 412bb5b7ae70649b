// Convex volumes to cull against: camera frusta, shadow cascades, light clusters.
//
//   auto camera = lockstep::ConvexVolume::from_view_projection(glm::value_ptr(projection * view),
//                                                              lockstep::MatrixOrder::column_major,
//                                                              lockstep::DepthRange::minus_one_to_one);
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

/// Clip-space depth of the visible volume: 0 <= z <= w (Direct3D, Vulkan, Metal) or -w <= z <= w (OpenGL).
/// Reversed Z needs no third value: near and far merely change places.
enum class DepthRange : std::uint8_t { zero_to_one, minus_one_to_one };

/// A part of what a camera sees, in normalised device coordinates (clip x / w, y / w, z / w): a tile of the screen, a
/// slice of the depth, or both. Depth is cut to the camera's range, so the default is all of the view.
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

/// A convex volume: the view of a camera, bounded or not, the hull of 8 corners, or what up to `max_planes` half-spaces
/// enclose. Immutable; copying is cheap (under 1 KiB) and never allocates. Thread-safe to share.
class LOCKSTEP_API ConvexVolume {
 public:
  static constexpr std::size_t max_planes = detail::VolumeData::max_planes;

  /// The set of points p whose clip coordinates M [p; 1] lie in the canonical view volume: |x| <= w, |y| <= w and the
  /// depth range. `matrix` points to the 16 numbers of M; whatever these inequalities enclose is understood: any
  /// handedness, reversed Z, a far side at infinity or beyond it (an infinite projection with an epsilon), oblique
  /// sides, of which near ones may be tilted as mirrors, water and portals have them. Where the depth row is the last
  /// row or its negative, as rounding to float makes of cameras far from the origin, that end of the range asks for
  /// nothing. Only the part in the window, exactly: windows that share a side share its points and nothing else.
  ///
  /// Take the form with doubles, or `from_camera`, for a camera that is more than some thousand near distances from the
  /// origin: what floats lose in a product of matrices is not there any more.
  ///
  /// Throws `InvalidInput` if a number is not finite, if the matrix is singular (but for such a depth row), if nothing
  /// is enclosed or too little to tell, if a corner lies beyond 1e18, or if a side of the window is not below its
  /// opposite or lies outside -1 .. 1. Throws as well if the matrix looks transposed: if not its last
  /// row but its last column is what a camera makes the last row, `forward . p + offset` with a unit vector `forward`,
  /// or 0 0 0 1, and the rows of the transpose are at right angles as a camera's are. (docs/bad-input.md has the
  /// argument. Should you have a legal matrix that looks so, multiply it by 2: it means the same.)
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

  /// No matrix: throws.
  [[nodiscard]] static ConvexVolume from_view_projection(std::nullptr_t, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(static_cast<const float*>(nullptr), order, range, window);
  }

  /// The same of m00 m01 .. m33.
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const double, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }

  /// What a camera sees. Its planes are made in double, relative to the camera, from what is said here, and no matrix
  /// is made on the way: a camera at 1e7 m sees as exactly as one at the origin. (A plane is off by no more than 2^-47
  /// of the distance from the camera, beside what float coordinates of objects are off by themselves.)
  ///
  /// Throws `InvalidInput` if a number is not one that `Lens` and `CameraPose` allow; axes have to be of unit length
  /// and at right angles to within 1e-3.
  [[nodiscard]] static ConvexVolume from_camera(const Lens& lens, const CameraPose& pose);

  /// The points that lie in all of the half-spaces, from 1 to `max_planes` of them, in any order; bounded or not. Half
  /// spaces that others imply change nothing. O(planes^4), in exact arithmetic where double cannot tell.
  ///
  /// Throws `InvalidInput` if there are none or more, if a number is not finite, an offset or a corner is beyond 1e18
  /// lengths of its normal, a normal is 0, or if no point is in all of them, or so little that double cannot tell.
  [[nodiscard]] static ConvexVolume from_planes(std::span<const HalfSpace> planes);

  /// The convex hull of 8 points: near side in ring order, then far side in the same order. Flat and duplicate corners
  /// are legal. Throws `InvalidInput` if a coordinate is not finite or beyond `max_coordinate`.
  [[nodiscard]] static ConvexVolume from_corners(std::span<const Vec3, 8> corners);

  /// The corners, near ring then far ring, rounded to float. An infinite far side is cut at a depth
  /// of `far_cut` times the size of the near side: good for drawing, not for deciding. Of a volume with other corners
  /// than a frustum's (`is_frustum`) those of the smallest aligned box around `vertices`.
  [[nodiscard]] std::array<Vec3, 8> corners(float far_cut = 1e4F) const noexcept;

  /// All corners, whatever their number, in no order that means something; edges without an end are cut as above. Those
  /// of a frustum are `corners`. Allocates.
  [[nodiscard]] std::vector<Vec3> vertices(float far_cut = 1e4F) const;

  /// Whether the corners are 4 of a near side and 4 of a far one, which may be at infinity.
  [[nodiscard]] bool is_frustum() const noexcept { return data_.is_frustum; }
  /// Whether it has no end in some direction.
  [[nodiscard]] bool infinite_far() const noexcept { return data_.infinite_far; }

  /// For the kernels.
  [[nodiscard]] const detail::VolumeData& data() const noexcept { return data_; }

 private:
  friend class detail::VolumeMaker;
  ConvexVolume() = default;
  detail::VolumeData data_;
  std::shared_ptr<const void> more_;  ///< what data_.corners() has more than 8 corners in
};

}  // namespace lockstep
