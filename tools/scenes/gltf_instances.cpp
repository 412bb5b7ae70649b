#include "scenes/gltf_instances.hpp"

#include <cmath>

#include "scenes/gltf_transforms.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* extension = "EXT_mesh_gpu_instancing";

}  // namespace

bool GltfInstances::has(const Node& node) { return node.has("extensions") && node.child("extensions").has(extension); }

GltfInstances::GltfInstances(GltfBuffers& buffers, const Section& accessors, const Node& node, std::size_t most)
    : place_(node.place()) {
  const Node attributes = node.child("extensions").child(extension).child("attributes");
  const auto array = [&](const char* name, const char* type) -> std::optional<GltfArray> {
    const auto index = attributes.index(name, accessors.count());
    if (!index) return std::nullopt;
    return GltfArray(buffers, accessors[*index], type, most);
  };
  translation_ = array("TRANSLATION", "VEC3");
  rotation_ = array("ROTATION", "VEC4");
  scale_ = array("SCALE", "VEC3");
  bool first = true;
  for (const std::optional<GltfArray>* some : {&translation_, &rotation_, &scale_}) {
    if (!*some) continue;
    if (!first && (*some)->count() != count_)
      throw ReadError(concat(attributes.place(), ": one accessor has ", count_, " elements and another ",
                             (*some)->count(), ": all must have as many"));
    count_ = (*some)->count(), first = false;
  }
}

Matrix GltfInstances::operator[](std::size_t index) const {
  std::array<double, 3> translation{0, 0, 0}, scale{1, 1, 1};
  std::array<double, 4> rotation{0, 0, 0, 1};
  if (translation_) translation = translation_->at<3>(index);
  if (scale_) scale = scale_->at<3>(index);
  if (rotation_) {
    rotation = rotation_->at<4>(index);
    // Rounding each component to a 127th changes the square of the length by up to a 63rd.
    const double squared = squared_length(rotation), tolerance = rotation_->coarse() ? 1 / 60.0 : 1e-3;
    if (!(std::abs(squared - 1) <= tolerance))
      throw ReadError(
          concat(place_, ": ROTATION of instance ", index, ": must be a unit quaternion, |q|^2 is ", squared));
    rotation = unit(rotation);
  }
  return placement(translation, rotation, scale);
}

}  // namespace lockstep::tools
