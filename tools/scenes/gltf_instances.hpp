// EXT_mesh_gpu_instancing: many instances of a node's mesh.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "scenes/camera.hpp"
#include "scenes/gltf_buffers.hpp"

namespace lockstep::tools {

/// The instances of a node, in the node's own space.
class GltfInstances {
 public:
  /// Throws `ReadError` if there are more than `most`, or the node's attributes differ in length.
  GltfInstances(GltfBuffers& buffers, const Section& accessors, const Node& node, std::size_t most);

  [[nodiscard]] static bool has(const Node& node);
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Translation * rotation * scale of instance `index`. Throws `ReadError` if its quaternion has no unit length.
  [[nodiscard]] Matrix operator[](std::size_t index) const;

 private:
  std::string place_;
  std::size_t count_ = 1;  ///< custom attributes (_ID) place nothing: the mesh then has one instance
  std::optional<GltfArray> translation_, rotation_, scale_;
};

}  // namespace lockstep::tools
