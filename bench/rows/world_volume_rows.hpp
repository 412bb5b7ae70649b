// The rows world/cameras_100k, volumes_100k and tiles16x9_100k: a kept world against many volumes at once, and the view
// that it was made of.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_world_volume_rows(Isa isa);

}  // namespace lockstep::bench
