// glTF 2.0 (https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html), text (.gltf) or binary (.glb).
//
// Culling needs the bounds of meshes, the transforms of nodes and the cameras. All of it is in the JSON except for the
// places of instances (EXT_mesh_gpu_instancing) and the vertices of skinned and morphed meshes. Buffers are read only
// for those, and only from files beside the scene or in a folder below it. A missing .bin of other meshes is no error,
// and a hostile one can do no harm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// The bytes of the file that a scene calls `name`, at most `limit` of them. Throws `ReadError`.
using OpenFile = std::function<std::vector<std::byte>(const std::string& name, std::uint64_t limit)>;

/// One object per mesh primitive per visible node (KHR_node_visibility), and per instance of it: the box of its
/// POSITION bounds, transformed by the node. For a mesh with a skin or with weights of morph targets it is the box
/// around the deformed vertices, in the pose of the joints' nodes. If the file with these vertices is missing, the node
/// is left out, and a note counts such nodes. One camera per node that has one. `lens` gives the aspect ratio of
/// cameras that leave it open, and the cameras of a file without any. Without `open`, files that store places of
/// instances elsewhere are an error. Throws `ReadError`, also if the file requires an unsupported extension.
/// Coordinates are those of the file less an origin that suits the objects, in double.
[[nodiscard]] Scene read_gltf(std::span<const std::byte> data, const Lens& lens, const OpenFile& open = {});

}  // namespace lockstep::tools
