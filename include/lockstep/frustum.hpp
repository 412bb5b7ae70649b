// Convex volumes to cull against: camera frusta, shadow cascades, light clusters.
//
//   auto camera = lockstep::ConvexVolume::from_view_projection(glm::value_ptr(projection * view),
//                                                              lockstep::MatrixOrder::column_major,
//                                                              lockstep::DepthRange::minus_one_to_one);
#pragma once

#include <array>
#include <cstdint>
#include <span>

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

/// A convex volume with 8 corners. Immutable; copying is cheap (under 1 KiB) and never allocates.
/// Thread-safe to share.
class LOCKSTEP_API ConvexVolume {
 public:
  /// The set of points p whose clip coordinates M [p; 1] lie in the canonical view volume: |x| <= w, |y| <= w and the
  /// depth range. `matrix` points to the 16 numbers of M; any handedness, reversed Z, oblique sides, and a far side at
  /// infinity are understood. Only the part in the window, exactly: windows that share a side share its points and
  /// nothing else.
  ///
  /// Throws `InvalidInput` if a number is not finite, if the matrix is singular (no volume), or if a side of the window
  /// is not below its opposite or lies outside -1 .. 1. Throws as well if the matrix looks transposed: if not its last
  /// row but its last column is what a camera makes the last row, `forward . p + offset` with a unit vector `forward`,
  /// or 0 0 0 1, and the rows of the transpose are at right angles as a camera's are. (docs/bad-input.md has the
  /// argument. Should you have a legal matrix that looks so, multiply it by 2: it means the same.)
  [[nodiscard]] static ConvexVolume from_view_projection(const float* matrix, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {});
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> matrix, MatrixOrder order,
                                                         DepthRange range, const ClipWindow& window = {}) {
    return from_view_projection(matrix.data(), order, range, window);
  }

  /// The same of m00 m01 .. m33.
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> row_major, DepthRange range) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> row_major, DepthRange range,
                                                         const ClipWindow& window) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }

  /// The convex hull of 8 points: near side in ring order, then far side in the same order. Flat and duplicate corners
  /// are legal. Throws `InvalidInput` if a coordinate is not finite or beyond `max_coordinate`.
  [[nodiscard]] static ConvexVolume from_corners(std::span<const Vec3, 8> corners);

  /// The corners, near ring then far ring, rounded to float. An infinite far side is cut at a depth
  /// of `far_cut` times the size of the near side: good for drawing, not for deciding.
  [[nodiscard]] std::array<Vec3, 8> corners(float far_cut = 1e4F) const noexcept;

  [[nodiscard]] bool infinite_far() const noexcept { return data_.infinite_far; }

  /// For the kernels.
  [[nodiscard]] const detail::VolumeData& data() const noexcept { return data_; }

 private:
  ConvexVolume() = default;
  detail::VolumeData data_;
};

}  // namespace lockstep
