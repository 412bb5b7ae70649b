// Small histories.
#pragma once

#include <string>
#include <vector>

#include "perf/history.hpp"

namespace lockstep::tools::test {

/// A record with every optional part: the benchmarks a/b and b.
[[nodiscard]] perf::HistoryRecord full_record();

/// A history of the benchmark `name` alone, one record for each time, on days and at commits of their own.
[[nodiscard]] std::vector<perf::HistoryRecord> records_of(const std::string& name, const std::vector<double>& ns);

[[nodiscard]] std::string to_text(const std::vector<perf::HistoryRecord>& records);

}  // namespace lockstep::tools::test
