// Quake III maps: IBSP files of version 46.
//
// Objects are the brushes, convex solids given by planes. A brush counts if it is visible: its contents are solid or a
// liquid, and at least one of its sides is drawn (clip, trigger, hint and sky brushes have no drawn side). Curved
// patches and triangle meshes that are drawn are objects as well (bsp_faces.hpp). Doors, lifts and the like stand at
// the map's start.
//
// Cameras are the entities info_player_*: spawn points, seen from a standing player's eyes, 26 units above the entity's
// origin, along its "angle" or "angles" (pitch yaw roll). An info_player_intermission is a camera itself, and looks at
// its target if it has one.
#pragma once

#include <cstddef>
#include <span>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Throws `ReadError`.
[[nodiscard]] Scene read_bsp(std::span<const std::byte> data, const Lens& lens);

}  // namespace lockstep::tools
