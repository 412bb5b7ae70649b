// Positions in the order of a curve that fills space: neighbours in the order are neighbours in space.
//
// It is Hilbert's curve through the cells of a grid (C. Hamilton, A. Rau-Chaplin, "Compact Hilbert indices",
// Information Processing Letters 105, 2007). Cells that hold many positions are sorted again, by a grid of their own,
// so that clusters of any size far apart are as well sorted as positions all over space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Fills `order` with the indices of the positions. The same for every number of threads.
void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
