// The loops that a user would write for objects of one kind: the baseline of lockstep.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/config.hpp>

namespace lockstep::tools {

/// normal . p + offset >= 0 inside.
struct LoopPlane {
  float x = 0, y = 0, z = 0, offset = 0;
};

/// Boxes with sides along the axes, as structures of arrays.
struct BoxColumns {
  std::vector<float> min_x, min_y, min_z, max_x, max_y, max_z;

  [[nodiscard]] std::size_t size() const { return min_x.size(); }
};

/// Sets the bit of each box that no plane has outside, as `cull` does, and returns their number. It is one loop, which
/// the compiler vectorises for `isa` with all options that such a loop may have, fast math and fused multiply-add
/// included.
std::size_t plain_plane_loop(const BoxColumns& boxes, const std::array<LoopPlane, 6>& planes, Isa isa,
                             std::span<std::uint64_t> visible);

/// Lights as spheres, as structures of arrays.
struct LightColumns {
  std::vector<float> x, y, z, radius;

  [[nodiscard]] std::size_t size() const { return x.size(); }
};

/// The clusters of a camera as a renderer stores them. Cluster (z * rows + y) * columns + x.
struct LightGrid {
  std::array<LoopPlane, 3> axes;                   ///< of the view: to the right, up, and the depth
  std::vector<float> depths;                       ///< the starts of slices, and the end of the last
  std::vector<LoopPlane> column_sides, row_sides;  ///< between columns and rows, and at both ends; positive towards
                                                   ///< higher indices
  std::array<std::vector<float>, 3> low, high;     ///< each cluster's box along the axes of the view

  [[nodiscard]] std::size_t columns() const { return column_sides.size() - 1; }
  [[nodiscard]] std::size_t rows() const { return row_sides.size() - 1; }
  [[nodiscard]] std::size_t slices() const { return depths.size() - 1; }
  [[nodiscard]] std::size_t size() const { return low[0].size(); }
};

/// Lists the lights of each cluster; `lists` has a list for each. One loop over the lights: the planes between slices,
/// columns and rows give the ranges that a light reaches, then its distance to the box of each cluster in these ranges
/// decides. Compiled as the loop above.
void plain_light_loop(const LightColumns& lights, const LightGrid& grid, Isa isa,
                      std::span<std::vector<std::uint32_t>> lists);

}  // namespace lockstep::tools
