// The build order of a BVH with full nodes: only the last node of a level may have free slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sets/proxy.hpp"

namespace lockstep::detail {

/// Fills `order` with indices of boxes: `fan` of them make a leaf, `fan` leaves a node, and so on. Recursive splits by
/// the surface area heuristic (SAH): along all axes, the split that minimises the sum over both sides of surface times
/// number of boxes, among those that leave the left side full. O(n log n). Sources: J. Goldsmith, J. Salmon, "Automatic
/// creation of object hierarchies for ray tracing", 1987, for the heuristic; I. Wald, V. Havran, "On building fast
/// kd-trees for ray tracing, and on doing that in O(N log N)", 2006, for lists that are sorted once.
void order_leaves(std::span<const Bounds3> boxes, std::size_t fan, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
