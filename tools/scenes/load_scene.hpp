// Any scene file.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "frames/rows.hpp"
#include "frames/table.hpp"
#include "scenes/gltf.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

struct SceneOptions {
  Lens lens;
  std::string map;                 ///< the map of an archive; empty: the first
  FrameOptions table = {};         ///< options for tables and arrays
  OnTableProblem on_problem = {};  ///< called for each bad line of a table; if null, the first bad line is thrown
};

/// Reads `path` (`-`: standard input); the content decides between a map, an archive, GLB, glTF text, a mesh, an
/// array and a table. Throws `ReadError` that starts with the path, `UsageError` about --columns.
[[nodiscard]] Scene load_scene(const std::string& path, const SceneOptions& options);

/// The same for the bytes of that file.
[[nodiscard]] Scene scene_of_file(const std::string& path, std::span<const std::byte> data,
                                  const SceneOptions& options);

/// Whether the bytes are a map, an archive, glTF or a mesh, not a table or an array.
[[nodiscard]] bool is_scene_format(std::span<const std::byte> data);

/// The scene of these bytes; errors do not name a file. `open` opens files beside it.
[[nodiscard]] Scene read_scene(std::span<const std::byte> data, const SceneOptions& options, const OpenFile& open = {});

}  // namespace lockstep::tools
