// glTF 2.0 (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html), text (.gltf) or binary (.glb).
//
// Culling needs the bounds of meshes, where nodes put them and what cameras see. All of it is in the JSON: no buffer is
// read and no URI is followed, so a missing .bin is no error and a hostile one cannot do harm.
#pragma once

#include <cstddef>
#include <span>

#include "readers/scene.hpp"

namespace lockstep::tools {

/// One object per mesh primitive per node: the box of its POSITION bounds, moved by the node. One camera per node that
/// has one. `lens` gives the aspect ratio of cameras that leave it open, and the cameras of a file without any.
/// Throws `ReadError`.
[[nodiscard]] Scene read_gltf(std::span<const std::byte> data, const Lens& lens);

}  // namespace lockstep::tools
