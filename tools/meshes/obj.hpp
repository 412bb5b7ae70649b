// OBJ files of Wavefront: vertices and polygons.
#pragma once

#include <string_view>

#include "meshes/mesh_file.hpp"

namespace lockstep::tools {

/// Whether each line up to the first vertex starts with a keyword of the format.
[[nodiscard]] bool is_obj(std::string_view text);

/// Each object (o) is a part, and each group (g), of its object. Throws `ReadError`.
[[nodiscard]] MeshFile read_obj(std::string_view text);

}  // namespace lockstep::tools
