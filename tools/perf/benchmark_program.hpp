// One run of a benchmark program, or of any command.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/benchmark_figures.hpp"
#include "perf/formats/format.hpp"

namespace lockstep::tools::perf {

/// In an argument or a command line it stands for the file that the program writes its results to.
inline constexpr std::string_view results_word = "{results}";

struct BenchmarkProgram {
  std::string path;                ///< without a slash: a file of the current folder, else one of PATH
  std::vector<std::string> flags;  ///< passed to the program: --benchmark_filter=... and its own
  std::optional<double> timeout;   ///< time limit of a run, in seconds
  std::string folder = {};         ///< where it runs; empty: here
  /// Of its results; `process` measures the run itself. Without one they are Google Benchmark's, or of the format that
  /// its standard output shows.
  std::optional<Format> format = {};
  bool is_command = false;  ///< `path` is a command line of `sh`, and the flags are its $1, $2, ...
};

/// Whether its results are expected to be those of Google Benchmark.
[[nodiscard]] inline bool is_google(const BenchmarkProgram& program) {
  return program.format.value_or(Format::google) == Format::google;
}

struct ProgramRun {
  BenchmarkOutput output;
  Format format = Format::google;            ///< of the output
  double wall_seconds = 0, cpu_seconds = 0;  ///< of the process and its children
  /// The mean number of processors that other programs kept busy meanwhile; nothing if the machine does not report it.
  std::optional<double> foreign_load;
};

/// Runs the program once and reads its output. The program may use only the processors `cpus` (empty: all that this
/// process may use). It leaves neither processes nor files behind, whatever happens. Throws `MeasurementError` that
/// names the program if it cannot be started, crashes, fails, hangs, runs no benchmark, or writes no or damaged results;
/// `SystemError` if the machine lacks the resources for it.
[[nodiscard]] ProgramRun run_benchmark_program(const BenchmarkProgram& program, const std::vector<int>& cpus);

/// The program and its arguments; a harness also gets those that name the file of results, unless a flag does.
[[nodiscard]] std::vector<std::string> words_of_run(const BenchmarkProgram& program, const std::string& results);

}  // namespace lockstep::tools::perf
