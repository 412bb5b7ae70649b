// Two programs in turn.
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

/// One run of each, which also tells what benchmarks there are.
struct WarmUp {
  ProgramRun before, after;
};
[[nodiscard]] WarmUp warm_up(const Contestants& programs, const std::function<void()>& on_run);

struct Round {
  std::size_t runs = 0;                ///< of each program
  std::vector<Samples> samples;        ///< in the order of the new program, then what the old one alone has
  std::optional<double> foreign_load;  ///< as in `ProgramRun`, over all runs
};

using Clock = std::chrono::steady_clock;

/// `runs` of each, or as many as begin before `end` but one at least, in the order A B B A A B B A ...: what changes
/// slowly (heat, a neighbour) meets both alike. The processes may use `cpus` alone. Of several repetitions in a process
/// the fastest counts, because what disturbs them can only add time (Chen & Revels, Robust benchmarking in noisy
/// environments, 2016).
[[nodiscard]] Round run_round(const Contestants& programs, std::size_t runs, const std::vector<int>& cpus,
                              Clock::time_point end, const std::function<void()>& on_run);

/// Is any benchmark's wall time what counts?
[[nodiscard]] bool goes_by_wall_time(const BenchmarkOutput& output);

}  // namespace lockstep::tools::perf
