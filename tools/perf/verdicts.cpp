#include "perf/verdicts.hpp"

#include <algorithm>
#include <cstddef>

#include "perf/detectable.hpp"

namespace lockstep::tools::perf {
namespace {

/// An arbitrary number; the same times give the same interval.
constexpr std::uint64_t bootstrap_seed = 1;

bool is_same(const Interval& interval, double gate) {
  return interval.low * (1 + gate) >= 1 && interval.high <= 1 + gate;
}

Verdict verdict_of(const Comparison& c, double gate, double alpha) {
  if (c.holm_p < alpha && c.interval.low > 1 && c.ratio > 1 + gate) return Verdict::slower;
  if (c.holm_p < alpha && c.interval.high < 1 && c.ratio * (1 + gate) < 1) return Verdict::faster;
  return without_suspicion(c, gate);
}

/// The figures alone; the verdict needs those of the other benchmarks too.
Comparison figures_for(const Samples& samples, double alpha) {
  Comparison c;
  c.name = samples.name;
  c.wall = samples.wall;
  c.unit = samples.unit;
  c.note = samples.problem;
  c.counts = samples.problem.empty() || samples.problem_counts;
  if (!samples.problem.empty()) return c;
  c.runs = samples.old_ns.size();
  c.old_ns = median(samples.old_ns);
  c.new_ns = median(samples.new_ns);
  c.ratio = c.new_ns / c.old_ns;
  c.interval = bootstrap_ratio(samples.old_ns, samples.new_ns, alpha, bootstrap_seed);
  c.p = mann_whitney(samples.old_ns, samples.new_ns).p;
  return c;
}

}  // namespace

std::string_view in_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::same: return "same";
    case Verdict::faster: return "faster";
    case Verdict::slower: return "slower";
    case Verdict::too_noisy: return "too noisy to say";
    case Verdict::not_compared: break;
  }
  return "not compared";
}

std::string_view in_words(const Comparison& comparison) {
  if (comparison.unit.empty()) return in_words(comparison.verdict);
  if (comparison.verdict == Verdict::slower) return "more";
  return comparison.verdict == Verdict::faster ? "less" : in_words(comparison.verdict);
}

std::vector<Comparison> judge(std::span<const Samples> round, double gate, double alpha) {
  std::vector<Comparison> comparisons;
  std::vector<double> p;
  for (const Samples& samples : round) {
    comparisons.push_back(figures_for(samples, alpha));
    if (samples.problem.empty()) p.push_back(comparisons.back().p);
  }
  const std::vector<double> adjusted = holm(p);
  std::size_t next = 0;
  for (Comparison& comparison : comparisons) {
    if (comparison.runs == 0) continue;
    comparison.holm_p = adjusted[next++];
    comparison.verdict = verdict_of(comparison, gate, alpha);
    comparison.open = comparison.verdict != Verdict::same;
    comparison.detectable = detectable_ratio(comparison.interval, comparison.runs, p.size(), gate, alpha);
  }
  return comparisons;
}

Verdict without_suspicion(const Comparison& comparison, double gate) {
  return is_same(comparison.interval, gate) ? Verdict::same : Verdict::too_noisy;
}

Samples joined(const Samples& first, const Samples& second) {
  if (!first.problem.empty() || !second.problem.empty()) return first.problem.empty() ? second : first;
  Samples both = first;
  both.old_ns.insert(both.old_ns.end(), second.old_ns.begin(), second.old_ns.end());
  both.new_ns.insert(both.new_ns.end(), second.new_ns.begin(), second.new_ns.end());
  return both;
}

Verdict overall(std::span<const Comparison> comparisons) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(comparisons.begin(), comparisons.end(),
                       [&](const Comparison& c) { return c.verdict == verdict && c.counts; });
  };
  if (any(Verdict::slower)) return Verdict::slower;
  const auto is_compared = [](const Comparison& c) { return c.verdict != Verdict::not_compared; };
  if (any(Verdict::not_compared) || std::none_of(comparisons.begin(), comparisons.end(), is_compared))
    return Verdict::not_compared;
  if (any(Verdict::too_noisy)) return Verdict::too_noisy;
  return any(Verdict::faster) ? Verdict::faster : Verdict::same;
}

double noise_floor(const Interval& interval) { return std::max({interval.high - 1, 1 / interval.low - 1, 0.0}); }

}  // namespace lockstep::tools::perf
