// One run of a Google Benchmark program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perf/benchmark_json.hpp"

namespace lockstep::tools::perf {

struct BenchmarkProgram {
  std::string path;                ///< without a slash: a file of the current folder, else one of PATH
  std::vector<std::string> flags;  ///< handed on: --benchmark_filter=... and the program's own
  std::optional<double> timeout;   ///< seconds that a run may take
};

struct ProgramRun {
  BenchmarkOutput output;
  double wall_seconds = 0, cpu_seconds = 0;  ///< of the whole process and its children
  /// How many processors something else kept busy meanwhile, on average; nothing if the machine does not say.
  std::optional<double> foreign_load;
};

/// Runs the program once and reads what it wrote. It may use the processors `cpus` alone (empty: all that we may), and
/// nothing of it stays behind, whatever happens: neither processes nor files. Throws `MeasurementError` that names the
/// program if it cannot be started, crashes, fails, hangs, runs no benchmark, or writes no or damaged JSON; `SystemError` if
/// the machine has no room for it.
[[nodiscard]] ProgramRun run_benchmark_program(const BenchmarkProgram& program, const std::vector<int>& cpus);

}  // namespace lockstep::tools::perf
