// Rows of shapes that turn while they move through a kept world, beside the same motions without turns.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

/// world/links_at_50k/<turn>, on one thread.
void add_turning_rows(Isa isa);

}  // namespace lockstep::bench
