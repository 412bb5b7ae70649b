// Sorts positions along a space-filling curve: neighbours in the order are neighbours in space.
//
// The curve is Morton's through the cells of a grid (G. Morton, "A computer oriented geodetic data base and a new
// technique in file sequencing", 1966). Cells with many positions are sorted again by a grid of their own, so distant
// clusters of any size are sorted as well as uniformly distributed positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Fills `order` with the indices of the positions. The result is the same for every number of threads.
void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
