// The rows events/...: the pairs that began, stayed and ended from frame to frame, among those of an overlap pass.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

/// For the scenes of overlap/..., whose rows time the pass itself.
void add_event_rows(Isa isa);

}  // namespace lockstep::bench
