#include "scenes/load_scene.hpp"

#include <filesystem>
#include <string_view>

#include "frames/npy.hpp"
#include "meshes/mesh_file.hpp"
#include "scenes/bsp.hpp"
#include "scenes/gltf.hpp"
#include "scenes/mesh_scene.hpp"
#include "scenes/pk3.hpp"
#include "scenes/scene_array.hpp"
#include "scenes/scene_table.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

bool looks_like_json(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

bool is_archive(std::string_view text) { return text.starts_with("PK"); }
bool is_gltf(std::string_view text) { return text.starts_with("glTF") || looks_like_json(text); }
bool is_map(std::string_view text) { return text.starts_with("IBSP"); }

/// Options that do not apply to this file are likely a mistake of the user.
void check_options(std::span<const std::byte> data, std::string_view text, const SceneOptions& options) {
  if (!options.map.empty() && !is_archive(text)) throw ReadError("--map chooses in an archive, and this is not one");
  if ((!options.table.columns.empty() || options.table.radius) && is_scene_format(data))
    throw ReadError("--columns and --radius are about tables and arrays, and this is neither");
}

/// Opens files in the folder of the scene.
OpenFile opener_beside(const std::string& scene) {
  if (scene == "-") return {};
  return [folder = std::filesystem::path(scene).parent_path()](const std::string& name, std::uint64_t limit) {
    return read_plain_file((folder / name).string(), limit);
  };
}

/// The result of `read`; errors get the name of the file.
template <class Read>
Scene scene_named(const std::string& path, const Read& read) {
  const std::string shown = shown_name(path);
  try {
    Scene scene = read();
    const std::string file = shown.substr(shown.rfind('/') + 1);
    scene.title = scene.title.empty() ? file : concat(file, ": ", scene.title);
    return scene;
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
}

}  // namespace

Scene read_scene(std::span<const std::byte> data, const SceneOptions& options, const OpenFile& open) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  check_options(data, text, options);
  if (is_archive(text)) {
    const UnpackedMap map = unpack_map(data, options.map);
    try {
      Scene scene = read_bsp(map.data, options.lens);
      scene.title = map.name;
      return scene;
    } catch (const ReadError& error) {
      throw ReadError(concat(map.name, ": ", error.what()));
    }
  }
  if (is_map(text)) return read_bsp(data, options.lens);
  if (is_gltf(text)) return read_gltf(data, options.lens, open);
  if (looks_like_npy(data)) return read_scene_array(data, options);
  if (mesh_format(data)) return read_mesh_scene(data, options.lens);
  if (const auto problem = text_problem(text)) throw ReadError(*problem);
  if (looks_like_table(text, options)) return read_scene_table(text, options);
  throw ReadError(concat(
      "neither a Quake III map (.bsp), an archive of maps (.pk3), glTF (.gltf, .glb), a mesh (.stl, .obj, .ply), an "
      "array of NumPy (.npy) nor a table whose header names x and y, min_x or m00 (--columns names columns without a "
      "header)",
      why_not_stl(data)));
}

Scene scene_of_file(const std::string& path, std::span<const std::byte> data, const SceneOptions& options) {
  return scene_named(path, [&] { return read_scene(data, options, opener_beside(path)); });
}

bool is_scene_format(std::span<const std::byte> data) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  return is_archive(text) || is_map(text) || is_gltf(text) || (!looks_like_npy(data) && mesh_format(data));
}

Scene load_scene(const std::string& path, const SceneOptions& options) {
  return scene_named(path, [&] { return read_scene(read_file(path, max_scene_bytes), options, opener_beside(path)); });
}

}  // namespace lockstep::tools
