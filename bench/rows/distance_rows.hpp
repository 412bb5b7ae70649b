// Rows of signed distances of pair lists.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_distance_rows(Isa isa);

}  // namespace lockstep::bench
