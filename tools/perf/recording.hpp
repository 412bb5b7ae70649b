// Summarises several runs of a benchmark program: the benchmarks of one record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "perf/benchmark_figures.hpp"
#include "perf/history.hpp"
#include "perf/reference.hpp"
#include "perf/roofline.hpp"

namespace lockstep::tools::perf {

struct RecordingOptions {
  std::vector<ReferenceRule> references;
  /// Counters that are results. If empty: the counters that the program's context lists as `result_counters`, else
  /// those that are whole numbers and equal in every run.
  std::vector<std::string> results;
  OperationCounts operations;
};

struct Recording {
  std::vector<BenchmarkRecord> benchmarks;
  // Not a part of the record: "NAME: why".
  std::vector<std::string> failures;  ///< benchmarks that failed, or whose results differ between runs
  std::vector<std::string> left_out;  ///< benchmarks without a time
};

/// At least one run.
[[nodiscard]] Recording summarize(std::span<const BenchmarkOutput> runs, const RecordingOptions& options);

/// The results that differ: "hits 10 -> 12, lost 0 -> 1"; empty if none do.
[[nodiscard]] std::string result_changes(const BenchmarkRecord& before, const BenchmarkRecord& after);

}  // namespace lockstep::tools::perf
