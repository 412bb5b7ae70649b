// The rows `ceiling/...`: the machine's measured limits.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_ceilings(Isa isa);

}  // namespace lockstep::bench
