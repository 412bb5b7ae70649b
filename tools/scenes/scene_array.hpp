// Arrays of NumPy as scenes (docs/scene-files.md).
#pragma once

#include <cstddef>
#include <span>

#include "scenes/load_scene.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Boxes or matrices, depending on the shape of the array, and all arrays of `read_npy`. Throws `ReadError` that names
/// the first bad element, `UsageError` about --columns.
[[nodiscard]] Scene read_scene_array(std::span<const std::byte> file, const SceneOptions& options);

}  // namespace lockstep::tools
