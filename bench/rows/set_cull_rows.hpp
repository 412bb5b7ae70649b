// The rows world/cull_shapes_100k and cull_bodies_100k: a kept world of a set, and the set itself, culled by cameras.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_set_cull_rows(Isa isa);

}  // namespace lockstep::bench
