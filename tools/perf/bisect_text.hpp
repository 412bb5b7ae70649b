// The answer of a bisection for people.
#pragma once

#include <string>

#include "perf/bisect.hpp"

namespace lockstep::tools::perf {

/// Whether one commit was found, and fresh runs of it and of the one before it agree.
[[nodiscard]] bool is_sure(const BisectOutcome& outcome, const BisectState& state);

[[nodiscard]] std::string bisect_text(const Repository& repository, const BisectState& state,
                                      const BisectOutcome& outcome);

}  // namespace lockstep::tools::perf
