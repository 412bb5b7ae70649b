// Culling a world against the cells of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cull/visible_output.hpp"
#include "lockstep/volume_set.hpp"
#include "world/world_culling.hpp"

namespace lockstep::detail {

/// What the planes of a view leave of a world, by blocks and with eight times their bound: all that they leave of the
/// objects one by one, and little more. (What is more than that, the planes at the ends of the grid, which are those of
/// the view, have outside of all cells.)
struct KeptPositions {
  std::vector<std::uint64_t> bits;
  std::size_t count = 0;
};

KeptPositions kept_by_view(const WorldCulling& culling, const ConvexVolume& view, const CullOptions& options);

/// Those of them that touch a cell of the grid, as GridWalk has it; how many the cells see in all.
std::size_t cull_cells(const VolumeSet& grid, const WorldCulling& culling, const KeptPositions& kept,
                       const VisibleOutput& output, const CullOptions& options);

}  // namespace lockstep::detail
