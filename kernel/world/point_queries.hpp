// Queries of points on a world of spheres or boxes: `within` and `nearest` (nearest neighbours).
#pragma once

#include <cstdint>
#include <span>

#include "base/scratch.hpp"
#include "lockstep/world.hpp"

namespace lockstep::detail {

/// Points in an order where neighbours follow each other: each finds the blocks of the last one in the caches.
ScratchVector<std::uint32_t> order_of_points(std::span<const Vec3> points);

/// `within` and `nearest` for validated input.
ObjectLists exactly_within(const World::Store& store, std::span<const Vec3> points, float reach,
                           const NearOptions& options);
void find_nearest(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                  const NearOptions& options);

}  // namespace lockstep::detail
