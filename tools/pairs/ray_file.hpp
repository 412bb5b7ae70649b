// Ray files: shapes of space and rays, one per line, `id | SHAPE` or `id | ray OX OY OZ MX MY MZ`
// (docs/ray-files.md).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/sets.hpp>

#include "pairs/odd_numbers.hpp"
#include "pairs/pair_lines.hpp"

namespace lockstep::tools {

/// Ids refer to the text.
struct RayFile {
  ShapeSet shapes;
  std::vector<std::string_view> shape_ids;  ///< by index in the set
  std::vector<Ray> rays;
  std::vector<std::string_view> ray_ids;
  std::vector<std::size_t> ray_lines;
  OddShapes odd;
};

[[nodiscard]] RayFile read_ray_file(std::string_view text, const ProblemHandler& problem);

}  // namespace lockstep::tools
