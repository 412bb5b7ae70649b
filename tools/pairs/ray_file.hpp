// Ray files: shapes of space, meshes and rays, one per line, `id | SHAPE` or `id | ray OX OY OZ MX MY MZ`
// (docs/ray-files.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/mesh.hpp>
#include <lockstep/sets.hpp>

#include "pairs/odd_numbers.hpp"
#include "pairs/pair_lines.hpp"

namespace lockstep::tools {

/// Ids refer to the text. Shapes and meshes have numbers, from 0 in the order of the file.
struct RayFile {
  struct Mesh {
    std::shared_ptr<const TriangleMesh> triangles;
    std::uint32_t number;
  };

  ShapeSet shapes;
  std::vector<std::uint32_t> numbers;  ///< of the shapes, by index in the set
  std::vector<Mesh> meshes;
  std::vector<std::string_view> shape_ids;  ///< by number
  std::vector<Ray> rays;
  std::vector<std::string_view> ray_ids;
  std::vector<std::size_t> ray_lines;
  OddShapes odd;
};

/// Without `meshes` no file is opened.
[[nodiscard]] RayFile read_ray_file(std::string_view text, const ProblemHandler& problem, NamedMeshes* meshes);

}  // namespace lockstep::tools
