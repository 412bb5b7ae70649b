// The rows `ceiling/...`: what this machine can do at best.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_ceilings(Isa isa);

}  // namespace lockstep::bench
