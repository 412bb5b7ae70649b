// What a run of a benchmark program measured, whichever format it was written in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tools::perf {

/// Size of the largest file that is read: some hundred thousand rows.
inline constexpr std::uint64_t max_benchmark_bytes = std::uint64_t{128} << 20;
/// Longest name of a benchmark.
inline constexpr std::size_t max_name_bytes = 4096;

/// A repetition of a benchmark, several of them, or an aggregate.
struct BenchmarkRow {
  std::string name;                ///< of the benchmark, without the suffix of an aggregate
  std::string aggregate;           ///< "mean", "median", ...; empty for a repetition
  std::string error;               ///< why it failed or was skipped; there are no times then
  std::string no_time;             ///< its text in place of a time: "has a cpu_time of -56 ns"; there are no times
                                   ///< either
  double real_ns = 0, cpu_ns = 0;  ///< per iteration; of a row with a unit both are the amount
  std::vector<double> each;        ///< the repetitions, if the format lists them in one place: wall times or amounts
  bool wall = false;               ///< the format has wall time alone
  std::string unit;                ///< of an amount that is no time: "B" (bytes), "allocs/op"; empty: a time
  double iterations = 0;
  int threads = 1;
  // They distinguish benchmarks of one name, as far as the library reports them (1.5 or later, 1.6 or later).
  std::optional<double> repetitions, repetition_index;
  std::optional<std::array<double, 2>> family;  ///< its registration, and the index of the benchmark in it
  std::string label;
  std::map<std::string, double> counters;  ///< the finite ones
};

struct BenchmarkOutput {
  /// About the run, as text: Google Benchmark's "context" without its lists (date, host_name, num_cpus,
  /// library_build_type, what the program added).
  std::map<std::string, std::string> context;
  std::vector<BenchmarkRow> rows;
};

}  // namespace lockstep::tools::perf
