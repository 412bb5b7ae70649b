#include "perf/common_factor.hpp"

namespace lockstep::tools::perf {

std::optional<CommonFactor> common_factor(std::span<const Comparison> comparisons, double gate) {
  constexpr std::size_t fewest = 3;
  std::vector<double> ratios;
  const auto is_compared_time = [](const Comparison& c) { return c.runs > 0 && c.unit.empty(); };
  for (const Comparison& c : comparisons)
    if (is_compared_time(c)) ratios.push_back(c.ratio);
  if (ratios.size() < fewest) return std::nullopt;

  CommonFactor common{median(ratios), {}, ratios.size()};
  const bool slower = common.ratio > 1;
  std::size_t shifted = 0;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& c = comparisons[i];
    if (!is_compared_time(c)) continue;
    if (slower ? c.ratio <= 1 : c.ratio >= 1) return std::nullopt;
    if (slower ? c.interval.low > 1 : c.interval.high < 1) ++shifted;
    const bool explained = c.interval.low <= common.ratio * (1 + gate) && c.interval.high * (1 + gate) >= common.ratio;
    if (explained) common.benchmarks.push_back(i);
  }
  if (2 * shifted < common.compared || 4 * common.benchmarks.size() < 3 * common.compared) return std::nullopt;
  return common;
}

}  // namespace lockstep::tools::perf
