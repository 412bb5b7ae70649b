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

/// Says on standard error if a stopped recording left something at the end.
[[nodiscard]] History load_history(const std::string& path);

/// With progress on a terminal. Throws `ReadError` if there is nothing in the history.
[[nodiscard]] std::vector<Group> analyze(const History& history, const TrendCommandOptions& options);

}  // namespace lockstep::tools::perf
