// The output of a Google Benchmark program with --benchmark_out_format=json.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools::perf {

/// Size of the largest file that is read: some hundred thousand rows.
inline constexpr std::uint64_t max_benchmark_bytes = std::uint64_t{128} << 20;
/// Longest name of a benchmark.
inline constexpr std::size_t max_name_bytes = 4096;

/// One element of "benchmarks": a repetition, or an aggregate of several.
struct BenchmarkRow {
  std::string name;                ///< of the benchmark, without the suffix of an aggregate
  std::string aggregate;           ///< "mean", "median", ...; empty for a repetition
  std::string error;               ///< why it failed or was skipped; there are no times then
  std::string no_time;             ///< its text in place of a time: "has a cpu_time of -56 ns"; there are no times
                                   ///< either
  double real_ns = 0, cpu_ns = 0;  ///< per iteration
  double iterations = 0;
  int threads = 1;
  // They distinguish benchmarks of one name, as far as the library reports them (1.5 or later, 1.6 or later).
  std::optional<double> repetitions, repetition_index;
  std::optional<std::array<double, 2>> family;  ///< its registration, and the index of the benchmark in it
  std::string label;
  std::map<std::string, double> counters;  ///< the finite ones
};

struct BenchmarkOutput {
  /// "context" without its lists: date, host_name, num_cpus, library_build_type, what the program added. As text.
  std::map<std::string, std::string> context;
  std::vector<BenchmarkRow> rows;
};

/// The figures of one benchmark in one process.
struct BenchmarkFigure {
  std::string name;                ///< of the second benchmark of the name "a": "a#2"
  std::string error;               ///< of the first repetition that failed; there are no times then
  std::string no_time;             ///< likewise, if one has an invalid time
  double real_ns = 0, cpu_ns = 0;  ///< medians over its repetitions
  double fastest_real_ns = 0, fastest_cpu_ns = 0;
  std::size_t repetitions = 0;  ///< 0 if the program wrote only aggregates
  int threads = 1;
  std::string label;                       ///< of the first repetition
  std::map<std::string, double> counters;  ///< likewise
};

/// Throws `ReadError` with the place: "benchmarks[12].cpu_time: is missing". Rows that fit a complexity (BigO, RMS) or
/// are percentages (the coefficient of variation) hold no times and are left out. An invalid time (negative, NaN,
/// longer than a year) is an error of its row only.
[[nodiscard]] BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text);

/// The benchmarks in the order of their first rows. Repetitions count; without any, the row "median", else "mean".
/// Benchmarks of one name are distinguished by the order of their registration, or by their order in the file if the
/// library does not report it: the second one is "NAME#2".
[[nodiscard]] std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output);

/// "a" of "a#2".
[[nodiscard]] std::string_view without_order(std::string_view name);

/// Wall time counts if several threads share the work, or if the program measures real or manual time (Google Benchmark
/// puts that into the name). Otherwise processor time counts, which does not grow when other programs run.
[[nodiscard]] bool goes_by_wall_time(const BenchmarkFigure& figure);

}  // namespace lockstep::tools::perf
