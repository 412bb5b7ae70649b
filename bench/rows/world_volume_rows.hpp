// The rows world/cameras_100k, volumes_100k and tiles16x9_100k: a kept world against many volumes at once, and against
// the view that they are parts of.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_world_volume_rows(Isa isa);

}  // namespace lockstep::bench
