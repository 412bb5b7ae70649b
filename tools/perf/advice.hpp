// Advice about an undecided comparison.
#pragma once

#include <span>
#include <string>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// The options that would likely decide the undecided benchmarks, in one line: more time, or a larger gate. Empty if
/// all are decided. `minutes_per_run` is the time of one run of both programs; with `has_repetitions`
/// they take Google Benchmark's flags for repetitions.
///
/// Intervals narrow with the square root of the number of runs. An undecided benchmark is the same once its interval
/// fits into the gate, and slower or faster once the interval excludes 1, whichever its present ratio points to. The
/// advice adds half of that time, because the ratio will not stay where it is.
[[nodiscard]] std::string advice(std::span<const Comparison> comparisons, double gate, double minutes_per_run,
                                 bool has_repetitions = true);

}  // namespace lockstep::tools::perf
