// What several runs of a benchmark program become: the benchmarks of one record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "perf/benchmark_json.hpp"
#include "perf/history.hpp"
#include "perf/reference.hpp"
#include "perf/roofline.hpp"

namespace lockstep::tools::perf {

struct RecordingOptions {
  std::vector<ReferenceRule> references;
  /// Counters that are results. If empty: those that the context of the program lists as `result_counters`, else those
  /// that are whole numbers and the same in every run.
  std::vector<std::string> results;
  OperationCounts operations;
};

struct Recording {
  std::vector<BenchmarkRecord> benchmarks;
  // No part of the record: "NAME: why".
  std::vector<std::string> failures;  ///< what the program could not do, or did otherwise in another run
  std::vector<std::string> left_out;  ///< what has no time
};

/// At least one run.
[[nodiscard]] Recording summarize(std::span<const BenchmarkOutput> runs, const RecordingOptions& options);

/// "hits 10 -> 12, lost 0 -> 1": which results differ; empty if none do.
[[nodiscard]] std::string result_changes(const BenchmarkRecord& before, const BenchmarkRecord& after);

}  // namespace lockstep::tools::perf
