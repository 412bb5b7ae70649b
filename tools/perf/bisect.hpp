// Finds the commit that made a benchmark slower.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "perf/bisect_state.hpp"
#include "perf/checkout.hpp"
#include "perf/compare.hpp"
#include "perf/git.hpp"

namespace lockstep::tools::perf {

/// The share of the k-th verdict, from 1, in the probability `p` of any wrong one: p / (k (k + 1)). These add up to `p`,
/// however many verdicts it takes.
[[nodiscard]] double level_of_verdict(double p, std::size_t k);

/// On which side of a slowdown the new times lie. `half` is the ratio in the middle, the square root of the slowdown.
/// The old times are multiplied by it, and a Mann-Whitney U test decides: it has no side at the wrong end with a
/// probability of more than `level`, if the times of both programs have one distribution up to a factor.
struct SideTest {
  Side side;
  double p;
};
[[nodiscard]] SideTest side_of(const Samples& samples, double half, double level);

/// The commit to try next among the candidates, without the bad one: the first that was not tried. Once the best was
/// tried in vain, jumps away from it, because what does not build seldom builds beside it (as git bisect skip does).
/// Nothing if all were tried.
[[nodiscard]] std::optional<std::string> next_commit(std::span<const Candidate> candidates,
                                                     std::span<const TriedCommit> tried);

struct BisectOptions {
  MeasureOptions measure;
  double p = 0.05;  ///< probability of any wrong verdict about a commit
};

struct BisectOutcome {
  /// The commits that may have made it slower, the one that is known to be slow first; one if it was found. Empty if
  /// the bad end is not slower.
  std::vector<std::string> suspects;
  std::optional<MeasuredComparison> ends;  ///< if they were compared now
  std::string no_neighbours;               ///< why the commit was not compared with the one before it
};

struct BisectHooks {
  std::function<void()> save;                    ///< called whenever the state has changed
  std::function<void(const std::string&)> note;  ///< about each step
};

/// Goes on from `state`, which has a question. Commits that do not build or that fail are skipped. Throws
/// `MeasurementError` if one of the ends does.
[[nodiscard]] BisectOutcome bisect(const Repository& repository, const Checkouts& checkouts,
                                   const BisectOptions& options, BisectState& state, const BisectHooks& hooks);

}  // namespace lockstep::tools::perf
