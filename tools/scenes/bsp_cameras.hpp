// Cameras of a Quake III map.
#pragma once

#include <span>

#include "scenes/entities.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Adds one camera per info_player_* entity that has an origin.
void add_spawn_cameras(Scene& scene, std::span<const Entity> entities, const Lens& lens);

}  // namespace lockstep::tools
