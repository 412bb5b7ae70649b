// The rows `ceiling/...`: the machine's measured limits.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_ceilings(Isa isa);

}  // namespace lockstep::bench
