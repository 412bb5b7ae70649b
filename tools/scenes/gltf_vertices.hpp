// Vertices of glTF after deformation by morph targets and the joints of a skin.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "scenes/gltf_buffers.hpp"
#include "scenes/gltf_nodes.hpp"
#include "scenes/scene.hpp"
#include "text/json.hpp"

namespace lockstep::tools {

/// A primitive of a mesh, as a node shows it.
struct GltfPart {
  std::optional<Extent> extent;  ///< nothing without positions
  bool in_world = false;         ///< placed by its joints, wherever the node is; else in the node's own space
};

class GltfMeshes {
 public:
  /// All must outlive this object.
  GltfMeshes(const Json& file, GltfBuffers& buffers, const GltfNodes& nodes);

  [[nodiscard]] std::size_t count() const { return meshes_.count(); }
  [[nodiscard]] Node operator[](std::size_t mesh) const { return meshes_[mesh]; }

  /// The primitives of `mesh`, the mesh of `node`. A primitive that is not deformed has the bounds of its accessors,
  /// and no buffer is read for it. Throws `ReadError`; `MissingBuffer` if the vertices of a deformed primitive are in a
  /// file that cannot be opened.
  [[nodiscard]] std::vector<GltfPart> parts(const Node& node, const Node& mesh);

 private:
  using Points = std::vector<Point3>;

  [[nodiscard]] GltfPart part(const Node& primitive, const std::vector<double>& weights, const Node* skin);
  [[nodiscard]] Points positions(const Node& accessor, const Points* base);
  void put_sparse(const Node& accessor, Points& points);
  void morph(const Node& primitive, const std::vector<double>& weights, Points& points);
  void move_by_joints(const Node& attributes, const Node& skin, Points& points);
  [[nodiscard]] std::vector<Matrix> joints(const Node& skin);
  void count_work(std::size_t vertices);

  GltfBuffers& buffers_;
  const GltfNodes& nodes_;
  Section meshes_, accessors_, skins_;
  std::size_t work_ = 0;
};

}  // namespace lockstep::tools
