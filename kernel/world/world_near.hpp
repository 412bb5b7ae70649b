// What is near points, of a world of spheres or boxes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/world.hpp"

namespace lockstep::detail {

/// Points in an order in which neighbours follow each other: each meets the blocks of the last one, in the caches.
std::vector<std::uint32_t> order_of_points(std::span<const Vec3> points);

/// `within` and `nearest` of points and numbers that were checked.
ObjectLists exactly_within(const World::Store& store, std::span<const Vec3> points, float reach,
                           const lockstep::NearOptions& options);
void find_nearest(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                  const lockstep::NearOptions& options);

}  // namespace lockstep::detail
