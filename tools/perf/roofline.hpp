// The roofline of a benchmark on this machine: the rows `ceiling/...` and `.../read` of lockstep_bench measure the
// machine, and lockstep_count counts the work of a row. bench/README.md explains the model.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// The output of lockstep_count: the hits of each row, and the number of operations of each kind per query.
using OperationCounts = std::map<std::string, std::map<std::string, double>>;

/// Throws `ReadError` with the place.
[[nodiscard]] OperationCounts parse_operation_counts(std::span<const std::byte> text);

/// A benchmark of the same run: processor time in ns and counters; null if there is none of that name.
struct Measured {
  double ns = 0;
  std::map<std::string, double> counters;
};
using FindMeasured = std::function<const Measured*(const std::string& name)>;

/// The largest lower bound on the time of one iteration, as far as the run measured it; nothing for more than one
/// thread.
[[nodiscard]] std::optional<Bound> bound_of(const std::string& name, const OperationCounts& operations,
                                            const FindMeasured& find);

}  // namespace lockstep::tools::perf
