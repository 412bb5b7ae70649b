// The benchmarks of one run.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "perf/formats/benchmark_rows.hpp"

namespace lockstep::tools::perf {

/// The figures of one benchmark in one process.
struct BenchmarkFigure {
  std::string name;                ///< of the second benchmark of the name "a": "a#2"
  std::string error;               ///< of the first repetition that failed; there are no times then
  std::string no_time;             ///< likewise, if one has an invalid time
  double real_ns = 0, cpu_ns = 0;  ///< medians over its repetitions; of an amount with a unit both are the amount
  double fastest_real_ns = 0, fastest_cpu_ns = 0;
  std::vector<double> real_each, cpu_each;  ///< of each repetition
  std::size_t repetitions = 0;              ///< 0 if the program wrote only aggregates
  bool wall = false;                        ///< the format has wall time alone
  std::string unit;                         ///< of an amount that is no time; empty: a time
  int threads = 1;
  std::string label;                       ///< of the first repetition
  std::map<std::string, double> counters;  ///< likewise
};

/// The benchmarks in the order of their first rows. Repetitions count; without any, the row "median", else "mean".
/// Benchmarks of one name are distinguished by the order of their registration, or by their order in the file if the
/// library does not report it: the second one is "NAME#2".
[[nodiscard]] std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output);

/// The unit of a figure in a sentence: "units of time", "B".
[[nodiscard]] std::string in_unit(const std::string& unit);

/// "a" of "a#2".
[[nodiscard]] std::string_view without_order(std::string_view name);

/// Wall time counts if several threads share the work, or if the program measures real or manual time (Google Benchmark
/// puts that into the name). Otherwise processor time counts, which does not grow when other programs run. Most other
/// harnesses measure wall time alone.
[[nodiscard]] bool goes_by_wall_time(const BenchmarkFigure& figure);

}  // namespace lockstep::tools::perf
