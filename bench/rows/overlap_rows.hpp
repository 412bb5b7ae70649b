// The rows overlap/...: all pairs of moving objects that overlap, once a frame.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_overlap_rows(Isa isa);

}  // namespace lockstep::bench
