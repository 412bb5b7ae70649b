// One run of a Google Benchmark program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perf/benchmark_json.hpp"

namespace lockstep::tools::perf {

struct BenchmarkProgram {
  std::string path;                ///< without a slash: a file of the current folder, else one of PATH
  std::vector<std::string> flags;  ///< passed to the program: --benchmark_filter=... and its own
  std::optional<double> timeout;   ///< time limit of a run, in seconds
  std::string folder = {};         ///< where it runs; empty: here
};

struct ProgramRun {
  BenchmarkOutput output;
  double wall_seconds = 0, cpu_seconds = 0;  ///< of the process and its children
  /// The mean number of processors that other programs kept busy meanwhile; nothing if the machine does not report it.
  std::optional<double> foreign_load;
};

/// Runs the program once and reads its output. The program may use only the processors `cpus` (empty: all that this
/// process may use). It leaves neither processes nor files behind, whatever happens. Throws `MeasurementError` that
/// names the program if it cannot be started, crashes, fails, hangs, runs no benchmark, or writes no or damaged JSON;
/// `SystemError` if the machine lacks the resources for it.
[[nodiscard]] ProgramRun run_benchmark_program(const BenchmarkProgram& program, const std::vector<int>& cpus);

}  // namespace lockstep::tools::perf
