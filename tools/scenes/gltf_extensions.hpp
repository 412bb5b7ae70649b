// The required extensions of a glTF file.
#pragma once

#include "text/json.hpp"

namespace lockstep::tools {

/// Throws `ReadError` if `extensionsRequired` of the file names an unsupported one. Supported are those that this
/// reader implements (EXT_mesh_gpu_instancing, KHR_mesh_quantization, KHR_node_visibility), and those that move no
/// vertex: materials, lights, textures.
void check_required_extensions(const Node& file);

}  // namespace lockstep::tools
