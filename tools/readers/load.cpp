#include "readers/load.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "readers/bsp.hpp"
#include "readers/error.hpp"
#include "readers/file.hpp"
#include "readers/gltf.hpp"
#include "readers/names.hpp"
#include "readers/pk3.hpp"

namespace lockstep::tools {
namespace {

bool looks_like_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

/// Opens files in the folder of the scene. What is no plain file is refused: a pipe could block, a device never end.
OpenFile opener_beside(const std::string& scene) {
  if (scene == "-") return {};
  return [folder = std::filesystem::path(scene).parent_path()](const std::string& name, std::uint64_t limit) {
    const std::filesystem::path path = folder / name;
    std::error_code error;
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
      throw ReadError("is no plain file");
    return read_file(path.string(), limit);
  };
}

}  // namespace

Scene read_scene(std::span<const std::byte> data, const SceneOptions& options, const OpenFile& open) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  if (text.starts_with("PK")) {
    const UnpackedMap map = unpack_map(data, options.map);
    try {
      Scene scene = read_bsp(map.data, options.lens);
      scene.title = map.name;
      return scene;
    } catch (const ReadError& error) {
      throw ReadError(concat(map.name, ": ", error.what()));
    }
  }
  if (!options.map.empty()) throw ReadError("--map chooses in an archive, and this is none");
  if (text.starts_with("IBSP")) return read_bsp(data, options.lens);
  if (text.starts_with("glTF") || looks_like_json(text)) return read_gltf(data, options.lens, open);
  throw ReadError("neither a Quake III map (.bsp), an archive of maps (.pk3) nor glTF (.gltf, .glb)");
}

Scene load_scene(const std::string& path, const SceneOptions& options) {
  const std::string shown = path == "-" ? "standard input" : printable(path, 4096);
  try {
    Scene scene = read_scene(read_file(path, max_scene_bytes), options, opener_beside(path));
    const std::string file = shown.substr(shown.rfind('/') + 1);
    scene.title = scene.title.empty() ? file : concat(file, ": ", scene.title);
    return scene;
  } catch (const ReadError& error) {
    throw ReadError(concat(shown, ": ", error.what()));
  }
}

}  // namespace lockstep::tools
