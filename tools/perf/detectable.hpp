// The smallest slowdown that a comparison can find.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// The least slowdown, as a ratio, that a comparison like this one finds in about three of four cases: `judge` calls it
/// slower, and as many fresh runs confirm it. `interval` is the bootstrap's for `alpha`, of `runs` runs of each
/// program, and one of `family` benchmarks that Holm corrects for. Nothing if this number of runs can never reach
/// significance in this family.
///
/// The interval yields the standard error of the logarithm of the ratio of medians. The power of the three conditions
/// follows as for normal estimates; the rank test needs sqrt(2/3) of the effect that medians need (relative
/// efficiencies 3/pi and 2/pi under normal noise: Lehmann, Nonparametrics, 1975).
[[nodiscard]] std::optional<double> detectable_ratio(const Interval& interval, std::size_t runs, std::size_t family,
                                                     double gate, double alpha);

/// The detectable ratios of the benchmarks whose times are the same or too noisy, summed up.
struct DetectableSummary {
  double typical = 1;            ///< their median
  double worst = 1;              ///< the largest
  std::string worst_name;        ///< the benchmark that has it
  std::size_t count = 0;         ///< of benchmarks that have one
  std::size_t undetectable = 0;  ///< of those in which no slowdown would have been found
};

/// Nothing if there are no such benchmarks.
[[nodiscard]] std::optional<DetectableSummary> detectable_summary(std::span<const Comparison> comparisons);

}  // namespace lockstep::tools::perf
