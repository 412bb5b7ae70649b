// Makes volumes from planes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "volumes/view_planes.hpp"

namespace lockstep::detail {

/// Bounds on the errors of each coordinate of the corners and, for an unbounded volume, of the edges.
struct CornerErrors {
  double corner = 0, edge = 0;
};

/// The source of the planes, for error messages.
enum class Given : std::uint8_t { matrix, camera, planes };

class VolumeMaker {
 public:
  /// The volume that the planes of a camera enclose, of any form. Throws `InvalidInput`.
  static ConvexVolume of_view(const ViewPlanes& view, bool of_matrix);
  /// The volume that up to VolumeData::max_planes planes enclose, relative to an origin. Throws `InvalidInput`.
  static ConvexVolume of_polyhedron(std::span<const Plane> planes, const Vec& origin, double units, Given given);
  /// The hull of eight points.
  static ConvexVolume of_corners(std::span<const Vec3, 8> corners);

 private:
  static std::optional<ConvexVolume> frustum_of(const ViewPlanes& view);
};

/// Stores a plane, with the uncertainty of its place.
void push_plane(VolumeData& data, const AnchoredPlane& plane);

inline constexpr const char* singular = "the matrix is singular or nearly so";
[[noreturn]] void throw_no_volume(const char* why);

}  // namespace lockstep::detail
