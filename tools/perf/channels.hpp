// Time and instructions beside each other.
#pragma once

#include <string>

#include "perf/instructions.hpp"
#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// Puts the counts of both programs beside the benchmarks that both counted; of a whole run beside its times.
void add_instructions(const Instructions& before, const Instructions& after, std::vector<Comparison>& comparisons);

/// Where time and instructions disagree, one sentence about the likely cause; empty if they agree, or one is missing. If
/// time is the same, instructions differ by more than the gate; if it changed, they explain that by a quarter of the gate
/// or more, as they have hardly any noise.
[[nodiscard]] std::string disagreement(const Comparison& comparison, double gate);

}  // namespace lockstep::tools::perf
