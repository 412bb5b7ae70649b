// The rows world/...: a kept world of a million points or boxes, built, moved and asked what is near. What it is to
// culling, the rows cull/.../kept and kept_in_order say.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_world_rows(Isa isa);

}  // namespace lockstep::bench
