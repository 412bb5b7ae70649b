#include "scenes/gltf_nodes.hpp"

#include <algorithm>

#include "scenes/gltf_transforms.hpp"

namespace lockstep::tools {
namespace {

bool is_visible(const Node& node) {
  constexpr const char* name = "KHR_node_visibility";
  if (!node.has("extensions")) return true;
  const Node extensions = node.child("extensions");
  if (!extensions.has(name)) return true;
  const Node visibility = extensions.child(name);
  return !visibility.has("visible") || visibility.flag("visible");
}

}  // namespace

GltfNodes::GltfNodes(const Json& file) : nodes_(file, "nodes"), slots_(nodes_.count(), 0) {
  for (const std::size_t root : roots(file)) visit_tree(root);
}

/// The nodes of the default scene; without a scene, those without a parent.
std::vector<std::size_t> GltfNodes::roots(const Json& file) const {
  const Section scenes(file, "scenes");
  if (scenes.count() > 0)
    return scenes[Node(file, "file").index("scene", scenes.count()).value_or(0)].indices("nodes", count());
  std::vector<bool> is_child(count(), false);
  for (std::size_t i = 0; i < count(); ++i)
    for (const std::size_t child : nodes_[i].indices("children", count())) is_child[child] = true;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < count(); ++i)
    if (!is_child[i]) found.push_back(i);
  return found;
}

/// Uses an explicit stack, because a file may nest nodes arbitrarily deep. Each node is entered once, so a cycle ends.
void GltfNodes::visit_tree(std::size_t root) {
  constexpr std::size_t none = 0;
  struct Entered {
    std::size_t node, parent;  ///< the parent's slot
  };
  std::vector<Entered> stack;
  const auto enter = [&](std::size_t node, std::size_t parent) {
    if (slots_[node] != none)
      throw ReadError(concat("nodes[", node, "]: reached twice (a cycle, or a node with two parents)"));
    slots_[node] = places_.size() + 1;  // a placeholder until the node is visited: any slot but `none`
    stack.push_back({node, parent});
  };
  enter(root, none);
  while (!stack.empty()) {
    const auto [index, parent] = stack.back();
    stack.pop_back();
    const Node node = nodes_[index];
    Place place{index, is_visible(node), local_matrix(node)};
    if (parent != none) {
      place.world = multiply(places_[parent - 1].world, place.world);
      place.visible = place.visible && places_[parent - 1].visible;
    }
    places_.push_back(place);
    const std::size_t slot = slots_[index] = places_.size();
    const std::vector<std::size_t> children = node.indices("children", count());
    // Last in, first out: the first child is visited next.
    std::for_each(children.rbegin(), children.rend(), [&](std::size_t child) { enter(child, slot); });
  }
}

}  // namespace lockstep::tools
