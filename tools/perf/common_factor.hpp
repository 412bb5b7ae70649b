// What all benchmarks share.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

struct CommonFactor {
  double ratio = 1;                     ///< new over old: the median over all that were compared
  std::vector<std::size_t> benchmarks;  ///< those that it explains, by index
  std::size_t compared = 0;
};

/// Programs change here and there, machines all at once: a ratio that all benchmarks share is likely the machine's,
/// though a slowdown of everything looks the same. There is one if at least three benchmarks were compared (two that
/// agree are no wonder), all ratios lie on the same side of 1, the intervals of half of them exclude 1, and three of
/// four intervals reach within the gate of the common ratio.
[[nodiscard]] std::optional<CommonFactor> common_factor(std::span<const Comparison> comparisons, double gate);

}  // namespace lockstep::tools::perf
