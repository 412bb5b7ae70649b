// What a Google Benchmark program writes with --benchmark_out_format=json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tools::perf {

/// Largest file that is read: some hundred thousand rows.
inline constexpr std::uint64_t max_benchmark_bytes = std::uint64_t{128} << 20;
/// Longest name of a benchmark.
inline constexpr std::size_t max_name_bytes = 4096;

/// One element of "benchmarks": a repetition, or what became of several.
struct BenchmarkRow {
  std::string name;                ///< of the benchmark, without the suffix of an aggregate
  std::string aggregate;           ///< "mean", "median", ...; empty for a repetition
  std::string error;               ///< why it failed or was skipped; it has no times then
  double real_ns = 0, cpu_ns = 0;  ///< per iteration
  double iterations = 0;
  int threads = 1;
  std::string label;
  std::map<std::string, double> counters;  ///< the finite ones
};

struct BenchmarkOutput {
  /// "context" without its lists: date, host_name, num_cpus, library_build_type, what the program added. As text.
  std::map<std::string, std::string> context;
  std::vector<BenchmarkRow> rows;
};

/// What one process says about one benchmark.
struct BenchmarkFigure {
  std::string name;
  std::string error;               ///< of the first repetition that failed; there are no times then
  double real_ns = 0, cpu_ns = 0;  ///< medians over its repetitions
  double fastest_real_ns = 0, fastest_cpu_ns = 0;
  std::size_t repetitions = 0;  ///< 0 if the program wrote aggregates alone
  int threads = 1;
  std::string label;                       ///< of the first repetition
  std::map<std::string, double> counters;  ///< likewise
};

/// Throws `ReadError` that says where: "benchmarks[12].cpu_time: must be a number". Rows that fit a complexity (BigO,
/// RMS) or are percentages (the coefficient of variation) hold no times and are left out.
[[nodiscard]] BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text);

/// The benchmarks in the order of their first rows. Repetitions count; without any, the row "median", else "mean".
[[nodiscard]] std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output);

/// Wall time is what counts: several threads share the work, or the program measures real or manual time (Google
/// Benchmark puts that into the name). Else it is the time of the processor, which does not grow when others run too.
[[nodiscard]] bool goes_by_wall_time(const BenchmarkFigure& figure);

}  // namespace lockstep::tools::perf
