// STL files, text and binary.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "meshes/mesh_file.hpp"

namespace lockstep::tools {

/// Whether the file is as long as the number of its triangles says.
[[nodiscard]] bool is_binary_stl(std::span<const std::byte> data);
/// Whether the text starts with a solid and its first facet, or its end.
[[nodiscard]] bool is_text_stl(std::span<const std::byte> data);

/// The length of a binary file with the number of triangles that this one's header has; nothing if it has no header.
[[nodiscard]] std::optional<std::uint64_t> binary_stl_length(std::span<const std::byte> data);

/// Corners with the same coordinates become one vertex. Each solid of a text is a part. Throw `ReadError`.
[[nodiscard]] MeshFile read_binary_stl(std::span<const std::byte> data);
[[nodiscard]] MeshFile read_text_stl(std::span<const std::byte> data);

}  // namespace lockstep::tools
