// Trends as text and as a table for other programs.
#pragma once

#include <string>
#include <vector>

#include "perf/trend.hpp"

namespace lockstep::tools::perf {

/// Each group with its benchmarks, and the changes below each of them.
[[nodiscard]] std::string trend_text(const std::vector<Group>& groups, const ChangePointOptions& options = {});

struct TrendTable {
  std::string csv;
  std::size_t filled = 0;  ///< cells of benchmarks that a record lacks
};

/// In the columns that Apache Otava reads: time, commit, and the figure of each benchmark. Otava wants a number in
/// every cell. If a record has no figure, it gets the one before, else the next one, as Otava itself fills gaps.
[[nodiscard]] TrendTable trend_table(const Group& group);

}  // namespace lockstep::tools::perf
