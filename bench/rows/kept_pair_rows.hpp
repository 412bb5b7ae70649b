// The rows world/crowd_100k and world/particles_1m: pairs of moving objects, kept from frame to frame or found again.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_kept_pair_rows(Isa isa);

}  // namespace lockstep::bench
