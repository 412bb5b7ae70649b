// What counts as a time.
#pragma once

namespace lockstep::tools::perf {

/// No benchmark takes less or more than this and a year: ratios of two are numbers.
inline constexpr double least_ns = 1e-9, most_ns = 366.0 * 24 * 3600 * 1e9;

}  // namespace lockstep::tools::perf
