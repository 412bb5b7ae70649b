// When a comparison is looked at, and when it ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "perf/rounds.hpp"
#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// Whoever looks again and again at growing data and stops as soon as it looks significant is wrong more often than
/// the level says: at five looks in 14 % of cases instead of 5 % (Armitage, McPherson & Rowe, Repeated significance
/// tests on accumulating data, J. R. Stat. Soc. A 132, 1969). So looks are planned, and each has its share of the 5 %
/// (Bonferroni; for intervals: Jennison & Turnbull, Group Sequential Methods with Applications to Clinical Trials,
/// 2000, chapter 9). That holds however the looks depend on each other, for any test, and when a comparison ends before
/// the last of them. Boundaries from the joint distribution of all looks would save few runs where the data double
/// between looks, and hold for normal estimates alone.
struct LookPlan {
  std::vector<std::size_t> runs;  ///< of each program, at each look
  double alpha = usual_alpha;     ///< of one look
};

/// What a comparison takes where nothing else is said: so many minutes, and so many times the runs of its first round.
inline constexpr double usual_minutes = 10;
inline constexpr std::size_t usual_growth = 16;

/// Two rounds, where there is no time for more. Verdicts fall after the first, which the second confirms or not: no share is needed.
[[nodiscard]] LookPlan shortest_plan(std::size_t first);

/// Looks from `first` runs to `most`, which are twice as many at least: at each about twice the runs of the one before
/// or more, so that the fresh ones can confirm what the others suggest.
[[nodiscard]] LookPlan repeated_plan(std::size_t first, std::size_t most);

class Schedule {
 public:
  /// One round of `first` runs; if `confirm`, more while something is undecided: as many as fit into `minutes` from now
  /// on, and up to `most` runs. Without these, `usual_minutes` and `usual_growth` count; without `most` alone, the time.
  Schedule(std::size_t first, bool confirm, const std::optional<double>& minutes,
           const std::optional<std::size_t>& most = {});

  /// Once the first round, which took so long, has told what the time allows: from two rounds to many. May have something
  /// to say about it.
  void plan_looks(Clock::duration first_round, std::vector<std::string>& notes);

  [[nodiscard]] const LookPlan& plan() const { return plan_; }
  [[nodiscard]] bool is_until_decided() const { return until_decided_; }
  /// Of the round before a look, from 0.
  [[nodiscard]] std::size_t runs(std::size_t look) const;
  [[nodiscard]] Clock::time_point end() const { return end_; }
  [[nodiscard]] bool is_time_up() const { return Clock::now() >= end_; }
  /// Is this the last look at the latest?
  [[nodiscard]] bool is_last(std::size_t look) const { return look + 1 == plan_.runs.size() || is_time_up(); }
  /// Does what was found ask for one more round?
  [[nodiscard]] bool goes_on(std::span<const Comparison> comparisons) const;

 private:
  LookPlan plan_;
  bool confirm_, is_asked_, until_decided_ = false;
  std::size_t most_;
  Clock::time_point wanted_end_, end_ = Clock::time_point::max();
};

}  // namespace lockstep::tools::perf
