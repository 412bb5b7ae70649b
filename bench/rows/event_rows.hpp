// The rows events/...: which pairs began, stayed and ended from frame to frame, of the pairs that an overlap pass
// finds.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

/// Of the scenes of overlap/..., whose rows say what the pass itself takes.
void add_event_rows(Isa isa);

}  // namespace lockstep::bench
