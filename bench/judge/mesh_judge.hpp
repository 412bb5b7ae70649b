// The judge of meshes: a look at all triangles, in double.
#pragma once

#include <cstddef>

#include "judge/cast_judge.hpp"
#include "judge/distance_judge.hpp"
#include "work/meshes.hpp"

namespace lockstep::bench {

/// Of the nearest or the deepest triangle, by the scalar reference.
[[nodiscard]] TrueDistance true_distance(const MeshWorkload& workload, std::size_t query);

/// Where a ray first meets a triangle, by its barycentric coordinates; of triangles that grew and shrank by 1e-5 of
/// themselves as well.
[[nodiscard]] TrueCast true_cast(const MeshWorkload& workload, std::size_t query);

}  // namespace lockstep::bench
