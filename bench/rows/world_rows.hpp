// The rows world/...: a kept world of a million points or boxes: building, moving and nearest neighbours. The rows of
// its culling, world/cull_..., are made like all rows of culling.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_world_rows(Isa isa);

}  // namespace lockstep::bench
