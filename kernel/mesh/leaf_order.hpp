// The order in which boxes fill a tree whose nodes are all full but the last of each level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sets/proxy.hpp"

namespace lockstep::detail {

/// Fills `order` with indices of boxes: `fan` of them make a leaf, `fan` leaves a node, and so on. They are split again
/// and again where the surface of both halves times what they hold is least, of all places that leave the left half
/// full, along all axes. O(n log n). Source: J. Goldsmith, J. Salmon, "Automatic creation of object hierarchies for ray
/// tracing", 1987, for the measure, and I. Wald, V. Havran, "On building fast kd-trees for ray tracing, and on doing
/// that in O(N log N)", 2006, for lists that are sorted once.
void order_leaves(std::span<const BoxProxy> boxes, std::size_t fan, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
