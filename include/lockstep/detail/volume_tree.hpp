// How the volumes of a set lie in memory.
// No part of the API: it may change with every version.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <lockstep/detail/volume_data.hpp>
#include <lockstep/frustum.hpp>

namespace lockstep::detail {

/// Volumes that lie together, in a tree: what does not touch the bound touches none of the volumes below it.
struct VolumeNode {
  ConvexVolume bound;             ///< of a leaf: the volume itself
  std::uint32_t first_child = 0;  ///< children lie side by side
  std::uint32_t child_count = 0;  ///< 0: a leaf
  std::uint32_t volume = 0;       ///< of a leaf: which one
};

/// The planes between the slices, the columns and the rows of a grid, those at both ends included.
using GridPlanes = std::array<std::vector<GridPlane>, 3>;

}  // namespace lockstep::detail
