// Mesh files as scenes.
#pragma once

#include <cstddef>
#include <span>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// An object for each part of an STL, OBJ or PLY file that has triangles: the hull of its vertices. Cameras are the
/// default ones. Throws `ReadError`.
[[nodiscard]] Scene read_mesh_scene(std::span<const std::byte> data, const Lens& lens);

}  // namespace lockstep::tools
