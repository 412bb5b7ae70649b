// A generated city: a large scene that needs no file.
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// About 100,000 objects (units: metres): houses, roofs, trees, lamps and cars on a grid of streets, as axis-aligned
/// and oriented boxes, convex hulls and spheres; and eight cameras. The same seed makes the same city.
[[nodiscard]] Scene make_city(std::uint64_t seed, const Lens& lens);

}  // namespace lockstep::tools
