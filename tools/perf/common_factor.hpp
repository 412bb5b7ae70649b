// A ratio that all benchmarks share.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

struct CommonFactor {
  double ratio = 1;                     ///< new over old: the median over all compared benchmarks
  std::vector<std::size_t> benchmarks;  ///< the benchmarks that it explains, by index
  std::size_t compared = 0;
};

/// Programs change in places, machines as a whole: a ratio that all benchmarks share likely comes from the machine,
/// though a slowdown of everything looks the same. There is a common factor if at least three benchmarks were compared
/// (two may agree by chance), all ratios lie on the same side of 1, half of the intervals exclude 1, and three quarters
/// of the intervals reach within the gate of the common ratio.
[[nodiscard]] std::optional<CommonFactor> common_factor(std::span<const Comparison> comparisons, double gate);

}  // namespace lockstep::tools::perf
