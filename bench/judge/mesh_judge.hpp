// The judge of meshes: tests all triangles, in double.
#pragma once

#include <cstddef>

#include "judge/cast_judge.hpp"
#include "judge/distance_judge.hpp"
#include "work/meshes.hpp"

namespace lockstep::bench {

/// The distance of the nearest or the deepest triangle, by the scalar reference.
[[nodiscard]] TrueDistance true_distance(const MeshWorkload& workload, std::size_t query);

/// The first hit of a ray on a triangle, by its barycentric coordinates; also for triangles that grew and shrank by
/// 1e-5 of themselves.
[[nodiscard]] TrueCast true_cast(const MeshWorkload& workload, std::size_t query);

}  // namespace lockstep::bench
