// The output of a Google Benchmark program with --benchmark_out_format=json.
#pragma once

#include <cstddef>
#include <span>

#include "perf/formats/benchmark_rows.hpp"

namespace lockstep::tools::perf {

/// Throws `ReadError` with the place: "benchmarks[12].cpu_time: is missing". Rows that fit a complexity (BigO, RMS) or
/// are percentages (the coefficient of variation) hold no times and are left out. An invalid time (negative, NaN,
/// longer than a year) is an error of its row only.
[[nodiscard]] BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text);

}  // namespace lockstep::tools::perf
