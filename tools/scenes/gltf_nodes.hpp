// The nodes of the scene that a glTF file shows, with their transforms.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scenes/camera.hpp"
#include "text/json.hpp"

namespace lockstep::tools {

class GltfNodes {
 public:
  /// A node of the scene.
  struct Place {
    std::size_t node = 0;
    bool visible = true;  ///< neither it nor a node above it is hidden (KHR_node_visibility)
    Matrix world{};
  };

  /// Throws `ReadError`, also for a node that is reached twice.
  explicit GltfNodes(const Json& file);

  [[nodiscard]] std::size_t count() const { return nodes_.count(); }
  [[nodiscard]] Node operator[](std::size_t node) const { return nodes_[node]; }
  /// A node comes before its children, the first child's tree before the second's.
  [[nodiscard]] std::span<const Place> places() const { return places_; }
  /// The world transform of a node; null if the node is not in the scene.
  [[nodiscard]] const Matrix* world(std::size_t node) const {
    return slots_[node] == 0 ? nullptr : &places_[slots_[node] - 1].world;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> roots(const Json& file) const;
  void visit_tree(std::size_t root);

  Section nodes_;
  std::vector<Place> places_;
  std::vector<std::size_t> slots_;  ///< of each node: 0, or 1 + its number among the places
};

}  // namespace lockstep::tools
