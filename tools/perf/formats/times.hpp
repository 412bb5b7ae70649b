// The valid range of times.
#pragma once

namespace lockstep::tools::perf {

/// Times of benchmarks lie between this and a year, so that the ratio of two is finite.
inline constexpr double least_ns = 1e-9, most_ns = 366.0 * 24 * 3600 * 1e9;

}  // namespace lockstep::tools::perf
