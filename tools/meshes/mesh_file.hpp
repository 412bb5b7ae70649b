// Triangles of STL, OBJ and PLY files (docs/mesh-files.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lockstep/types.hpp>

namespace lockstep::tools {

enum class MeshFormat : std::uint8_t { stl, obj, ply };

using Triangle = std::array<std::uint32_t, 3>;

struct MeshFile {
  MeshFormat format = MeshFormat::stl;
  std::vector<Vec3d> vertices;       ///< finite
  std::vector<Triangle> triangles;   ///< indices of vertices
  std::vector<std::uint32_t> parts;  ///< one for each triangle: an index of `names`
  std::vector<std::string> names;    ///< of the parts, printable; empty for a part without a name. Each part has
                                     ///< triangles; without any there is one part
  std::vector<std::string> notes;    ///< the skipped parts and the assumptions

  /// The vertices of a part's triangles, each once. In a file without triangles, a cloud of points, all vertices.
  [[nodiscard]] std::vector<std::vector<Vec3d>> points_of_parts() const;
  /// The same for all triangles.
  [[nodiscard]] std::vector<Vec3d> points() const;
};

/// The format of these bytes, by content. A binary STL file has no mark: it is as long as the number of its triangles
/// says, to the byte.
[[nodiscard]] std::optional<MeshFormat> mesh_format(std::span<const std::byte> data);

/// Throws `ReadError`.
[[nodiscard]] MeshFile read_mesh(std::span<const std::byte> data);

/// For bytes in no format: why they are not binary STL, if they may have been meant to be. Starts with a blank.
[[nodiscard]] std::string why_not_stl(std::span<const std::byte> data);

}  // namespace lockstep::tools
