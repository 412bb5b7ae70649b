// Instructions, the channel beside time: counted by the processor where the kernel lets, else by valgrind.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/benchmark_program.hpp"

namespace lockstep::tools::perf {

/// Counts an event of the next program that this thread runs and of all processes of that program; by default the
/// instructions of user code. One program only: Linux may hand the inherited event itself to the child.
class InstructionCounter {
 public:
  InstructionCounter();
  /// Another event: PERF_TYPE_... and PERF_COUNT_...
  InstructionCounter(std::uint32_t type, std::uint64_t event);
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  /// After the end of the program; nothing if the kernel or the processor does not count, or counted only a part of
  /// the time.
  [[nodiscard]] std::optional<double> count() const;

 private:
  int descriptor_ = -1;
};

/// The number of instructions of each benchmark, and how they were counted.
struct Instructions {
  std::map<std::string, double> counts;  ///< by the name of the benchmark
  std::string method;                    ///< in words: "valgrind", "the processor's counters"
};

/// Counts in one more run, which does as little as it can:
/// - Google Benchmark: valgrind, in the measured loop alone, per iteration; the fewest of three repetitions of one
///   iteration, as the first one also binds symbols and fills tables.
/// - `process`: all processes of the run, by the processor's counters, else by valgrind. The row is `instructions_row`.
/// - nanobench: the program's own counters.
/// Throws `MeasurementError` if valgrind is missing or fails.
[[nodiscard]] Instructions count_instructions(const BenchmarkProgram& program);

/// Throws `UsageError` if programs of this format cannot be counted: those of most harnesses choose their iterations by
/// the clock, so the instructions of a run say nothing.
void check_countable(Format format);

/// The instructions of each part of a profile that callgrind dumped when it entered the function `before`, in order.
/// Throws `ReadError`.
[[nodiscard]] std::vector<double> callgrind_parts(std::string_view profile, std::string_view before);

/// The sum over the processes whose totals are in valgrind's messages; nothing if there are none.
[[nodiscard]] std::optional<double> callgrind_total(std::string_view messages);

}  // namespace lockstep::tools::perf
