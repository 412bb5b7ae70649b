// Tables and arrays of moving objects as scenes.
#pragma once

#include "frames/rows.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// The objects of the first frame: spheres, circles (as spheres at z = 0) and boxes. They are in metres, about one
/// origin. Notes name the assumptions; cameras are the default ones. Throws `ReadError` for shapes of other kinds.
[[nodiscard]] Scene scene_of(Recording recording, const Lens& lens);

}  // namespace lockstep::tools
