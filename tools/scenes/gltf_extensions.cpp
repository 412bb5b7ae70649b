#include "scenes/gltf_extensions.hpp"

#include <algorithm>

#include "text/names.hpp"

namespace lockstep::tools {
namespace {

/// Extensions with these prefixes concern materials, light, animation or selection at run time, or data beside the
/// scene.
constexpr std::string_view harmless_prefixes[] = {"KHR_materials_",
                                                  "EXT_materials_",
                                                  "ADOBE_materials_",
                                                  "NV_materials_",
                                                  "KHR_texture_",
                                                  "EXT_texture_",
                                                  "MSFT_texture_",
                                                  "KHR_lights_",
                                                  "EXT_lights_",
                                                  "KHR_xmp",
                                                  "MSFT_packing_",
                                                  "KHR_audio_",
                                                  "KHR_animation_pointer",
                                                  "KHR_node_hoverability",
                                                  "KHR_node_selectability",
                                                  "EXT_mesh_features",
                                                  "EXT_instance_features",
                                                  "EXT_structural_metadata",
                                                  "EXT_feature_metadata",
                                                  "CESIUM_primitive_outline",
                                                  "KHR_techniques_webgl"};

constexpr std::string_view read_here[] = {"EXT_mesh_gpu_instancing", "KHR_mesh_quantization", "KHR_node_visibility"};

constexpr std::string_view compressions[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                             "KHR_meshopt_compression"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_harmless(std::string_view name) {
  return std::any_of(std::begin(harmless_prefixes), std::end(harmless_prefixes),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

void check_required_extensions(const Node& file) {
  if (!file.has("extensionsRequired")) return;
  const Json& required = file.list("extensionsRequired");
  for (std::size_t i = 0; i < required.size(); ++i) {
    const std::string place = concat("extensionsRequired[", i, "]");
    if (!required[i].is_string()) throw ReadError(concat(place, ": must be a string"));
    const auto& name = required[i].get_ref<const std::string&>();
    if (among(compressions, name))
      throw ReadError(concat(place, ": ", quoted_word(name),
                             " compresses the geometry, which is not read: save the scene without compression"));
    if (!among(read_here, name) && !is_harmless(name))
      throw ReadError(concat(place, ": ", quoted_word(name),
                             " is not understood, and a file must not be read without the extensions that it "
                             "requires: save the scene without this one"));
  }
}

}  // namespace lockstep::tools
