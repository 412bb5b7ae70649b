// The rows world/...: a kept world of a million points or boxes, built, moved and asked what is near. Those of its
// culling, world/cull_..., are made as all rows of culling are.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_world_rows(Isa isa);

}  // namespace lockstep::bench
