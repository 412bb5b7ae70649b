// What `--views` cuts each camera of a scene into.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <lockstep/volume_set.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

enum class ViewKind : std::uint8_t { cameras, grid, cube };

struct Views {
  ViewKind kind = ViewKind::cameras;
  std::uint32_t columns = 1, rows = 1, slices = 1;
  double blend = 1;              ///< of the slices' depths
  std::string text = "cameras";  ///< as the user wrote it
};

/// Throws `UsageError` that lists what is possible.
[[nodiscard]] Views parse_views(const std::string& text);

/// How far the farthest object of a scene can be from a camera in it: its diagonal.
[[nodiscard]] double reach_of(const Scene& scene);

/// The corners of a volume, of which a far side at infinity is put at twice the reach: beyond all objects.
[[nodiscard]] std::array<Vec3, 8> corners_within(const ConvexVolume& volume, double reach);

/// The volumes of one camera. `reach` is how deep a view without a far side is cut up; its last slice has no end.
/// Throws `ReadError` that names the camera if it sees no volume, `UsageError` for the cube of an orthographic camera.
[[nodiscard]] VolumeSet make_views(const Views& views, const Camera& camera, double reach);

}  // namespace lockstep::tools
