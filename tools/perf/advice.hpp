// What to do about a comparison that does not tell.
#pragma once

#include <span>
#include <string>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// In one line, which options would likely decide what is undecided: more time, or a larger gate. Empty if nothing is
/// undecided. `minutes_per_run` is what one run of both programs takes.
///
/// Intervals become narrower with the root of the number of runs. What is undecided is the same once its interval fits
/// into the gate, and slower or faster once it leaves 1, whichever its ratio so far points to. Of the time for that half
/// as much again is asked for: the ratio will not stay where it is.
[[nodiscard]] std::string advice(std::span<const Comparison> comparisons, double gate, double minutes_per_run);

}  // namespace lockstep::tools::perf
