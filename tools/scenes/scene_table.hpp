// Tables as scenes (docs/scene-files.md).
#pragma once

#include <string_view>

#include "scenes/load_scene.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Whether the columns are named by the first line that is not a comment, by a comment before it or by --columns.
[[nodiscard]] bool looks_like_table(std::string_view text, const SceneOptions& options);

/// Spheres and boxes as `lockstep overlap` reads them, boxes by their corners, or matrices. Reports each bad line, and
/// throws `ReadError` then; throws `UsageError` about --columns.
[[nodiscard]] Scene read_scene_table(std::string_view text, const SceneOptions& options);

}  // namespace lockstep::tools
