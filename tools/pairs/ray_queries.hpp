// The hits of a ray file's rays among its shapes and meshes.
#pragma once

#include <lockstep/rays.hpp>
#include <lockstep/world.hpp>

#include "pairs/ray_answers.hpp"
#include "pairs/ray_file.hpp"

namespace lockstep::tools {

/// `world` has the shapes of the file. A mesh counts as one shape, and its hit is that of its first triangle.
[[nodiscard]] RayAnswers first_of_each(const RayFile& file, const World& world, Isa isa);

/// A mesh is listed once for each of its triangles that the ray hits.
[[nodiscard]] HitLists all_of_each(const RayFile& file, const World& world, Isa isa);

}  // namespace lockstep::tools
