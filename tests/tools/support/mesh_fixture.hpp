// Small mesh files, built in memory.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "support/fixtures.hpp"

namespace lockstep::tools::test {

using Corner = std::array<float, 3>;
using ThreeCorners = std::array<float, 9>;

/// A binary STL file; `header` is cut to 80 bytes.
[[nodiscard]] FileBytes make_stl(const std::vector<ThreeCorners>& triangles, std::string_view header);

/// The twelve triangles of a box.
[[nodiscard]] std::vector<ThreeCorners> box_triangles(const Corner& low, const Corner& high);

/// OBJ: a cube named crate from (10, 0, 0) to (11, 1, 1) with six squares, and a tetrahedron named tent at (0, 20, 0).
[[nodiscard]] std::string_view two_objects();

}  // namespace lockstep::tools::test
