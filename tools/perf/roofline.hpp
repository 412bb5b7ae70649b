// How fast a benchmark could be at best on the machine: the rows `ceiling/...` and `.../read` of lockstep_bench say
// what the machine can do, and lockstep_count says what a row does. bench/README.md explains the model.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// What lockstep_count prints: of each row, its hits and how many operations of each kind a query takes.
using OperationCounts = std::map<std::string, std::map<std::string, double>>;

/// Throws `ReadError` that says where.
[[nodiscard]] OperationCounts parse_operation_counts(std::span<const std::byte> text);

/// A benchmark of the same run: processor time in ns and counters; null if there is none of that name.
struct Measured {
  double ns = 0;
  std::map<std::string, double> counters;
};
using FindMeasured = std::function<const Measured*(const std::string& name)>;

/// The largest of what bounds the time of one iteration, as far as the run tells; nothing for more than one thread.
[[nodiscard]] std::optional<Bound> bound_of(const std::string& name, const OperationCounts& operations,
                                            const FindMeasured& find);

}  // namespace lockstep::tools::perf
