// How large a slowdown must be to be found.
#pragma once

#include <cstddef>
#include <optional>

#include "perf/statistics.hpp"

namespace lockstep::tools::perf {

/// The least slowdown, as a ratio, that a comparison like this one finds in three of four cases or so: `judge` calls it
/// slower, and as many fresh runs confirm it. `interval` is the bootstrap's for `alpha`, of `runs` runs of each
/// program, and one of `family` benchmarks that Holm corrects for. Nothing if so few runs can never tell among so many.
///
/// The interval tells the standard error of the logarithm of the ratio of medians; the power of the three conditions
/// follows as for normal estimates, and the rank test needs sqrt(2/3) of the effect that medians need (relative
/// efficiencies 3/pi and 2/pi under normal noise: Lehmann, Nonparametrics, 1975).
[[nodiscard]] std::optional<double> detectable_ratio(const Interval& interval, std::size_t runs, std::size_t family,
                                                     double gate, double alpha);

}  // namespace lockstep::tools::perf
