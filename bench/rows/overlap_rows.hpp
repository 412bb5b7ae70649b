// The rows overlap/...: all overlapping pairs of moving objects, once a frame.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_overlap_rows(Isa isa);

}  // namespace lockstep::bench
