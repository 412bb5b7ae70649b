// Rows of casts: when do shapes meet as one of them moves, and where do rays hit?
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_cast_rows(Isa isa);

}  // namespace lockstep::bench
