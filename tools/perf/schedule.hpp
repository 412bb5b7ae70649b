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

/// A test of growing data that is repeated until it is significant is wrong more often than its level says: at five
/// looks in 14 % of cases instead of 5 % (Armitage, McPherson & Rowe, Repeated significance tests on accumulating data,
/// J. R. Stat. Soc. A 132, 1969). Looks are therefore planned, and each has its share of the 5 % (Bonferroni; for
/// intervals: Jennison & Turnbull, Group Sequential Methods with Applications to Clinical Trials, 2000, chapter 9).
/// That holds however the looks depend on each other, for any test, and when a comparison ends before the last look.
/// Boundaries from the joint distribution of all looks would save few runs if the data double between looks, and hold
/// for normal estimates alone.
struct LookPlan {
  std::vector<std::size_t> runs;  ///< of each program, at each look
  double alpha = usual_alpha;     ///< of one look
};

/// The defaults of a comparison: its minutes, and its most runs as a multiple of the first round's.
inline constexpr double usual_minutes = 10;
inline constexpr std::size_t usual_growth = 16;

/// Two rounds, if there is no time for more. Verdicts fall after the first, and the second confirms them or not: no
/// share is needed.
[[nodiscard]] LookPlan shortest_plan(std::size_t first);

/// Looks from `first` runs to `most`, which is at least twice as many. Each has about twice the runs of the one before
/// or more, so that the fresh runs can confirm a suspicion.
[[nodiscard]] LookPlan repeated_plan(std::size_t first, std::size_t most);

class Schedule {
 public:
  /// One round of `first` runs. With `confirm`, more rounds while a benchmark is undecided: as many as fit into
  /// `minutes` from now on, and up to `most` runs. Without both, `usual_minutes` and `usual_growth` count; without
  /// `most` alone, the time.
  Schedule(std::size_t first, bool confirm, const std::optional<double>& minutes,
           const std::optional<std::size_t>& most = {});

  /// Plans from two rounds to many once the first round, which took `first_round`, shows what the time allows: later
  /// rounds run only the benchmarks that are undecided, at a guess a quarter of them. May return a note about it.
  void plan_looks(Clock::duration first_round, std::size_t benchmarks, std::vector<std::string>& notes);

  [[nodiscard]] const LookPlan& plan() const { return plan_; }
  [[nodiscard]] bool is_until_decided() const { return until_decided_; }
  /// Of the round before a look, from 0.
  [[nodiscard]] std::size_t runs(std::size_t look) const;
  [[nodiscard]] Clock::time_point end() const { return end_; }
  [[nodiscard]] bool is_time_up() const { return Clock::now() >= end_; }
  /// Whether this is the last possible look.
  [[nodiscard]] bool is_last(std::size_t look) const { return look + 1 == plan_.runs.size() || is_time_up(); }
  /// Whether the result asks for one more round.
  [[nodiscard]] bool goes_on(std::span<const Comparison> comparisons) const;

 private:
  LookPlan plan_;
  bool confirm_, is_asked_, until_decided_ = false;
  std::size_t most_;
  Clock::time_point wanted_end_, end_ = Clock::time_point::max();
};

}  // namespace lockstep::tools::perf
