// The state of a bisection, kept in a file: it goes on where it was stopped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// What was asked for. Another question begins another bisection.
struct BisectQuestion {
  std::string good, bad;   ///< full names of commits
  std::string build, run;  ///< commands, run in the checkout of a commit
  std::vector<std::string> flags;
  std::string benchmark;  ///< empty: the one that is slower
  bool first_parent = false;
  std::string format = {};  ///< the name of the results'; empty: Google Benchmark's, or the one that the output shows
  bool is_command = false;  ///< `run` is a command line of `sh`

  bool operator==(const BisectQuestion&) const = default;
};

enum class Side {
  good,       ///< nearer to the times of the good end
  bad,        ///< nearer to those of the bad end
  undecided,  ///< too noisy to say
  unbuilt,    ///< the build failed
  unmeasured  ///< the program failed, or the benchmark is not there
};

/// "good", "bad", ...
[[nodiscard]] std::string_view in_words(Side side);

/// A commit that was tried.
struct TriedCommit {
  std::string commit;
  Side side = Side::undecided;
  double level = 0;  ///< the probability of a wrong side that was allowed for
  double ratio = 1;  ///< to the good end
  double p = 1;
  std::size_t runs = 0;  ///< of each program; 0 if it was not measured
  std::string note;

  [[nodiscard]] bool is_decided() const { return side == Side::good || side == Side::bad; }
};

/// A comparison of two commits.
struct CommitComparison {
  Verdict verdict = Verdict::too_noisy;
  bool wall = false;
  double ratio = 1;
  Interval interval{1, 1};
  double p = 1;
  std::size_t runs = 0;
};

struct BisectState {
  BisectQuestion question;
  std::string benchmark;                 ///< that it is about; empty before the ends are compared
  std::optional<CommitComparison> ends;  ///< the bad end with the good one
  std::vector<TriedCommit> tried;
  std::vector<std::string> built;              ///< commits whose program is there
  std::string before;                          ///< the commit before the found one
  std::optional<CommitComparison> neighbours;  ///< the found commit with that
};

[[nodiscard]] std::string to_json(const BisectState& state);

/// Throws `ReadError` with the place.
[[nodiscard]] BisectState parse_bisect_state(std::string_view text);

}  // namespace lockstep::tools::perf
