// Runs two programs in turn.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "perf/benchmark_program.hpp"
#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

struct Contestants {
  BenchmarkProgram before, after;
};

/// One run of each, which also yields the list of benchmarks.
struct WarmUp {
  ProgramRun before, after;
};
[[nodiscard]] WarmUp warm_up(const Contestants& programs, const std::function<void()>& on_run);

struct Round {
  std::size_t runs = 0;                ///< of each program
  std::vector<Samples> samples;        ///< in the order of the new program, then the old one's own benchmarks
  std::optional<double> foreign_load;  ///< as in `ProgramRun`, over all runs
};

using Clock = std::chrono::steady_clock;

/// `runs` of each, or as many as begin before `end` but at least one, in the order A B B A A B B A ...: slow changes
/// (heat, a neighbour) affect both alike. The processes may use only `cpus`. Among several repetitions in a process the
/// fastest counts, because disturbances only add time (Chen & Revels, Robust benchmarking in noisy environments, 2016).
[[nodiscard]] Round run_round(const Contestants& programs, std::size_t runs, const std::vector<int>& cpus,
                              Clock::time_point end, const std::function<void()>& on_run);

/// Whether wall time counts for any benchmark.
[[nodiscard]] bool goes_by_wall_time(const BenchmarkOutput& output);

}  // namespace lockstep::tools::perf
