#include "perf/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ratio>

namespace lockstep::tools::perf {
namespace {

/// Later rounds run this part of the benchmarks, if there are as many.
constexpr std::size_t undecided_part = 4;

/// The number of runs that fits into the time left, if `done` runs took `spent`. It is bounded, because each look
/// resamples all runs.
std::size_t affordable_runs(std::size_t done, Clock::duration spent, Clock::duration left) {
  const auto count = static_cast<double>(done);
  const double most = std::max(1000.0, count);
  const double more =
      count * static_cast<double>(left.count()) / static_cast<double>(std::max(spent.count(), Clock::rep{1}));
  return done + static_cast<std::size_t>(std::clamp(more, 0.0, most));
}

}  // namespace

LookPlan shortest_plan(std::size_t first) { return {{first, 2 * first}, usual_alpha}; }

LookPlan repeated_plan(std::size_t first, std::size_t most) {
  const double growth = static_cast<double>(most) / static_cast<double>(first);
  const double steps = std::floor(std::log2(growth));
  LookPlan plan{{first}, usual_alpha / (steps + 1)};
  for (double step = 1; step <= steps; ++step)
    plan.runs.push_back(
        static_cast<std::size_t>(std::lround(static_cast<double>(first) * std::pow(growth, step / steps))));
  return plan;
}

Schedule::Schedule(std::size_t first, bool confirm, const std::optional<double>& minutes,
                   const std::optional<std::size_t>& most)
    : plan_(confirm ? shortest_plan(first) : LookPlan{{first}, usual_alpha}),
      confirm_(confirm),
      is_asked_(minutes.has_value()),
      most_(most.value_or(is_asked_ ? std::numeric_limits<std::size_t>::max() : usual_growth * first)) {
  using Minutes = std::chrono::duration<double, std::ratio<60>>;
  wanted_end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Minutes(minutes.value_or(usual_minutes)));
}

void Schedule::plan_looks(Clock::duration first_round, std::size_t benchmarks, std::vector<std::string>& notes) {
  if (!confirm_) return;
  const auto parts = static_cast<Clock::rep>(std::clamp(benchmarks, std::size_t{1}, undecided_part));
  const std::size_t first = plan_.runs[0];
  const std::size_t affordable = affordable_runs(first, first_round / parts, wanted_end_ - Clock::now());
  const std::size_t most = std::min(most_, affordable);
  until_decided_ = most > 2 * first;
  if (until_decided_) {
    plan_ = repeated_plan(first, most);
    end_ = wanted_end_;
  } else if (is_asked_ && affordable <= 2 * first) {
    notes.push_back("The time of --until-decided is too short for more than the usual rounds.");
  }
}

std::size_t Schedule::runs(std::size_t look) const {
  return look == 0 ? plan_.runs[0] : plan_.runs[look] - plan_.runs[look - 1];
}

bool Schedule::goes_on(std::span<const Comparison> comparisons) const {
  return std::any_of(comparisons.begin(), comparisons.end(), [&](const Comparison& c) {
    return c.open && (until_decided_ || c.verdict != Verdict::too_noisy);
  });
}

}  // namespace lockstep::tools::perf
