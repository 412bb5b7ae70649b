// The tree (BVH) of a set of volumes. Not part of the API: may change with every version.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <lockstep/detail/volume_data.hpp>
#include <lockstep/frustum.hpp>

namespace lockstep::detail {

/// A node: an object that does not touch the bound touches none of the volumes below.
struct VolumeNode {
  ConvexVolume bound;             ///< in a leaf: the volume itself
  std::uint32_t first_child = 0;  ///< children lie side by side
  std::uint32_t child_count = 0;  ///< 0: a leaf
  std::uint32_t volume = 0;       ///< in a leaf: its index
};

/// The planes between the slices, the columns and the rows of a grid, those at both ends included.
using GridPlanes = std::array<std::vector<GridPlane>, 3>;

}  // namespace lockstep::detail
