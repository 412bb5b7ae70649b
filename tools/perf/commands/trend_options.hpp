// The options that trend and report share.
#pragma once

#include <string>
#include <vector>

#include "perf/history.hpp"
#include "perf/trend.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools::perf {

struct TrendCommandOptions {
  std::string history;
  double gate_percent = 3;
  TrendOptions trend;
};

void add_trend_options(CLI::App& command, TrendCommandOptions& options);

/// Reports on standard error if an interrupted recording left a rest at the end.
[[nodiscard]] History load_history(const std::string& path);

/// Shows progress on a terminal. Throws `ReadError` if the history is empty.
[[nodiscard]] std::vector<Group> analyze(const History& history, const TrendCommandOptions& options);

}  // namespace lockstep::tools::perf
