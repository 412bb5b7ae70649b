// From planes to volumes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "volumes/view_planes.hpp"

namespace lockstep::detail {

/// Bounds on the errors of each coordinate of the corners and, of an infinite volume, the edges.
struct CornerErrors {
  double corner = 0, edge = 0;
};

/// Where planes come from: how a refusal names them.
enum class Given : std::uint8_t { matrix, camera, planes };

class VolumeMaker {
 public:
  /// Whatever the planes of a camera enclose. Throws `InvalidInput`.
  static ConvexVolume of_view(const ViewPlanes& view, bool of_matrix);
  /// What any planes enclose, up to VolumeData::max_planes of them, relative to an origin. Throws `InvalidInput`.
  static ConvexVolume of_polyhedron(std::span<const Plane> planes, const Vec& origin, double units, Given given);
  /// The hull of eight points.
  static ConvexVolume of_corners(std::span<const Vec3, 8> corners);

 private:
  static std::optional<ConvexVolume> frustum_of(const ViewPlanes& view);
};

/// Stores a plane, and what of its place is not sure.
void push_plane(VolumeData& data, const AnchoredPlane& plane);

inline constexpr const char* singular = "the matrix is singular or nearly so";
[[noreturn]] void throw_no_volume(const char* why);

}  // namespace lockstep::detail
