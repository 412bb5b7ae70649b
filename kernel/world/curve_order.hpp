// Sorts positions along a space-filling curve: neighbours in the order are neighbours in space.
//
// The curve is the Hilbert curve through the cells of a grid (C. Hamilton, A. Rau-Chaplin, "Compact Hilbert indices",
// Information Processing Letters 105, 2007). Cells with many positions are sorted again by a grid of their own, so
// distant clusters of any size are sorted as well as uniformly distributed positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Cells with more positions are sorted again; fewer positions fill one or two blocks in any case.
inline constexpr std::size_t enough_for_a_grid = 128;

/// Fills `order` with the indices of the positions. The result is the same for every number of threads.
void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
