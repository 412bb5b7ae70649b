// The figures of a run as a whole, as rows of a benchmark.
#pragma once

#include <optional>

#include "perf/formats/benchmark_rows.hpp"
#include "perf/process.hpp"

namespace lockstep::tools::perf {

/// The names of the rows.
inline constexpr const char* wall_time_row = "wall time";
inline constexpr const char* processor_time_row = "processor time";
inline constexpr const char* peak_memory_row = "peak memory";
inline constexpr const char* instructions_row = "instructions";

/// Wall time, processor time, peak memory of its largest process, and `instructions` if they were counted.
[[nodiscard]] BenchmarkOutput process_figures(const ProcessEnd& end, std::optional<double> instructions);

}  // namespace lockstep::tools::perf
