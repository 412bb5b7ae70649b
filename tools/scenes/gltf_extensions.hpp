// Extensions without which a glTF file must not be read.
#pragma once

#include "text/json.hpp"

namespace lockstep::tools {

/// Throws `ReadError` if `extensionsRequired` of the file names one that is not understood. Those are that are read
/// (EXT_mesh_gpu_instancing, KHR_mesh_quantization, KHR_node_visibility), and those that move no vertex: materials, lights,
/// textures.
void check_required_extensions(const Node& file);

}  // namespace lockstep::tools
