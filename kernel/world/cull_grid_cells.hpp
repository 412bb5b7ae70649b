// Culling a world against the cells of a grid (clustered culling).
#pragma once

#include <cstddef>
#include <cstdint>

#include "cull/visible_output.hpp"
#include "lockstep/volumes.hpp"
#include "world/world_culler.hpp"

namespace lockstep::detail {

/// The positions that the planes of a view keep, tested by blocks and with eight times their error bound. This is a
/// slight superset of the objects that the planes keep one by one. (The end planes of the grid are those of the view,
/// so the surplus is outside of all cells.)
struct KeptPositions {
  ScratchVector<std::uint64_t> bits;
  std::size_t count = 0;
};

KeptPositions kept_by_view(const WorldCuller& culler, const ConvexVolume& view, const CullOptions& options);

/// Finds the kept objects that touch a cell of the grid, as GridCulling does; returns the total number of hits.
std::size_t cull_cells(const VolumeSet& grid, const WorldCuller& culler, const KeptPositions& kept,
                       const VisibleOutput& output, const CullOptions& options);

}  // namespace lockstep::detail
