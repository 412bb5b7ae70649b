// The rows world/one_against_100k, one sphere against the boxes of a kept world, and world/capsules_against_100k, a
// thousand capsules.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_world_overlap_rows(Isa isa);

}  // namespace lockstep::bench
