// PLY files, text and binary.
#pragma once

#include <cstddef>
#include <span>

#include "meshes/mesh_file.hpp"

namespace lockstep::tools {

[[nodiscard]] bool is_ply(std::span<const std::byte> data);

/// Reads x, y and z of the element vertex and the list of vertices of the element face; other elements and properties
/// are skipped. Throws `ReadError`.
[[nodiscard]] MeshFile read_ply(std::span<const std::byte> data);

}  // namespace lockstep::tools
