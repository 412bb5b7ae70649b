// Where the level of a series of times changed for good: E-divisive (Matteson and James, "A nonparametric approach for
// multiple change point analysis of multivariate data", 2014) with Student's t-test instead of permutations, in windows
// whose weak change points are merged, as Hunter does (Fleming et al., ICPE 2023). It uses no random numbers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep::tools::perf {

/// The shortest level. One or two outliers are therefore never a change.
inline constexpr std::size_t shortest_level = 3;

struct ChangePoint {
  std::size_t index = 0;         ///< of the first run at the new level
  double before = 0, after = 0;  ///< medians of the levels on both sides
  double p = 1;                  ///< the probability that chance makes such a difference at any place between the
                                 ///< neighbours

  /// 0.1: ten percent more than before.
  [[nodiscard]] double change() const { return after / before - 1; }
};

struct ChangePointOptions {
  double largest_p = 0.001;
  double smallest_change = 0.03;  ///< of the larger level, as a share of the smaller one
};

/// The change points of a series of numbers > 0, in order of time.
[[nodiscard]] std::vector<ChangePoint> find_change_points(std::span<const double> series,
                                                          const ChangePointOptions& options = {});

}  // namespace lockstep::tools::perf
