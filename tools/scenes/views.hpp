// The views of `--views`, which subdivide each camera of a scene.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <lockstep/volumes.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

enum class ViewKind : std::uint8_t { cameras, grid, cube };

struct Views {
  ViewKind kind = ViewKind::cameras;
  std::uint32_t columns = 1, rows = 1, slices = 1;
  double blend = 1;              ///< of the slices' depths
  std::string text = "cameras";  ///< as the user wrote it
};

/// Throws `UsageError` that lists the choices.
[[nodiscard]] Views parse_views(const std::string& text);

/// The largest distance of an object from a camera in the scene: the diagonal.
[[nodiscard]] double reach_of(const Scene& scene);

/// The corners of a volume; a far side at infinity is put at twice the reach, beyond all objects.
[[nodiscard]] std::array<Vec3, 8> corners_within(const ConvexVolume& volume, double reach);

/// The volumes of one camera. `reach` is the depth to which a view without a far side is subdivided; its last slice is
/// unbounded. Throws `ReadError` that names the camera if it sees no volume, `UsageError` for the cube of an
/// orthographic camera.
[[nodiscard]] VolumeSet make_views(const Views& views, const Camera& camera, double reach);

}  // namespace lockstep::tools
