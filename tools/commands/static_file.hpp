// The file of objects that never move: lockstep overlap --static.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "frames/rows.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// A table or an array, or a map, glTF or a mesh.
using StaticFile = std::variant<Recording, Scene>;

/// Uses the unit and the plane count of `reading`. Returns nothing if the file has bad lines, which have been reported
/// by then. Throws as `load_frames` and `load_scene`.
[[nodiscard]] std::optional<StaticFile> load_static_file(const std::string& path, const FrameOptions& reading);

}  // namespace lockstep::tools
