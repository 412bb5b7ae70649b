#include "perf/detectable.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace lockstep::tools::perf {
namespace {

/// The power of one round, so that two rounds agree in four of five cases by this theory; for ten noisy runs,
/// simulations give 71 %.
const double power = std::sqrt(0.8);

double quantile_above(double probability) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), probability));
}

/// The smallest p-value of a rank test: every run of one program is slower than all of the other, 2 / (2n choose n).
double least_p(std::size_t runs) {
  double p = 2;
  for (std::size_t i = 1; i <= runs; ++i) p *= static_cast<double>(i) / static_cast<double>(runs + i);
  return p;
}

}  // namespace

std::optional<double> detectable_ratio(const Interval& interval, std::size_t runs, std::size_t family, double gate,
                                       double alpha) {
  const double corrected = alpha / static_cast<double>(family);
  if (least_p(runs) >= corrected) return std::nullopt;
  const double margin = quantile_above(1 - power), half_width = quantile_above(alpha / 2);
  const double error = std::log(interval.high / interval.low) / (2 * half_width);
  const double beyond_gate = std::log1p(gate) + error * margin;
  const double beyond_interval = error * (half_width + margin);
  const double beyond_ranks = error * std::sqrt(2.0 / 3) * (quantile_above(corrected / 2) + margin);
  return std::exp(std::max({beyond_gate, beyond_interval, beyond_ranks}));
}

std::optional<DetectableSummary> detectable_summary(std::span<const Comparison> comparisons) {
  DetectableSummary summary;
  std::vector<double> ratios;
  for (const Comparison& c : comparisons) {
    if (!c.unit.empty() || (c.verdict != Verdict::same && c.verdict != Verdict::too_noisy)) continue;
    if (!c.detectable) ++summary.undetectable;
    if (!c.detectable) continue;
    ratios.push_back(*c.detectable);
    if (*c.detectable > summary.worst) summary.worst = *c.detectable, summary.worst_name = c.name;
  }
  summary.count = ratios.size();
  if (summary.count + summary.undetectable == 0) return std::nullopt;
  if (summary.count > 0) summary.typical = median(ratios);
  return summary;
}

}  // namespace lockstep::tools::perf
