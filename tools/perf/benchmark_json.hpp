// What a Google Benchmark program writes with --benchmark_out_format=json.
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

/// Largest file that is read: some hundred thousand rows.
inline constexpr std::uint64_t max_benchmark_bytes = std::uint64_t{128} << 20;
/// Longest name of a benchmark.
inline constexpr std::size_t max_name_bytes = 4096;

/// One element of "benchmarks": a repetition, or what became of several.
struct BenchmarkRow {
  std::string name;                ///< of the benchmark, without the suffix of an aggregate
  std::string aggregate;           ///< "mean", "median", ...; empty for a repetition
  std::string error;               ///< why it failed or was skipped; it has no times then
  std::string no_time;             ///< what it has instead of a time: "has a cpu_time of -56 ns"; no times either
  double real_ns = 0, cpu_ns = 0;  ///< per iteration
  double iterations = 0;
  int threads = 1;
  // Which of several benchmarks of one name it is about, as far as the library tells (1.5 or later, 1.6 or later).
  std::optional<double> repetitions, repetition_index;
  std::optional<std::array<double, 2>> family;  ///< its registration, and which benchmark of that
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
  std::string name;                ///< of the second benchmark of the name "a": "a#2"
  std::string error;               ///< of the first repetition that failed; there are no times then
  std::string no_time;             ///< likewise, if one has something that is no time
  double real_ns = 0, cpu_ns = 0;  ///< medians over its repetitions
  double fastest_real_ns = 0, fastest_cpu_ns = 0;
  std::size_t repetitions = 0;  ///< 0 if the program wrote aggregates alone
  int threads = 1;
  std::string label;                       ///< of the first repetition
  std::map<std::string, double> counters;  ///< likewise
};

/// Throws `ReadError` that says where: "benchmarks[12].cpu_time: is missing". Rows that fit a complexity (BigO, RMS) or
/// are percentages (the coefficient of variation) hold no times and are left out. A time that is none (negative, NaN,
/// longer than a year) is the trouble of its row alone.
[[nodiscard]] BenchmarkOutput parse_benchmark_json(std::span<const std::byte> text);

/// The benchmarks in the order of their first rows. Repetitions count; without any, the row "median", else "mean".
/// Several benchmarks of one name are told apart by the order in which they were registered, or stand in the file if
/// the library does not tell: the second one is "NAME#2".
[[nodiscard]] std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output);

/// "a" of "a#2".
[[nodiscard]] std::string_view without_order(std::string_view name);

/// Wall time is what counts: several threads share the work, or the program measures real or manual time (Google
/// Benchmark puts that into the name). Else it is the time of the processor, which does not grow when others run too.
[[nodiscard]] bool goes_by_wall_time(const BenchmarkFigure& figure);

}  // namespace lockstep::tools::perf
