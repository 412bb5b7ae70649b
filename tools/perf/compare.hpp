// Runs and judges two programs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "perf/common_factor.hpp"
#include "perf/rounds.hpp"
#include "perf/schedule.hpp"
#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

struct MeasureOptions {
  std::size_t runs = 10;          ///< of each program and round
  std::optional<double> timeout;  ///< seconds, of one run of a program
  std::optional<int> cpu;         ///< to pin to; by default the last one that may be used
  bool pin = true;
  bool allow_busy = false;  ///< judge wall time although other programs run
  double gate = 0.03;
  bool instructions = false;             ///< count them too
  std::optional<double> until_decided;   ///< minutes in which rounds continue; `usual_minutes`
  std::optional<std::size_t> most_runs;  ///< of each program in all rounds; `usual_growth` times `runs`
};

struct MeasuredComparison {
  std::vector<Comparison> benchmarks;
  Verdict verdict = Verdict::too_noisy;
  bool from_files = false;  ///< nothing was run, so there are no looks
  std::string counted_by;   ///< how instructions were counted; empty: they were not
  LookPlan plan;
  std::vector<std::size_t> looks;  ///< runs of each program that were done at each look
  bool until_decided = false;      ///< more than the usual rounds were planned
  bool time_was_up = false;
  bool ran_open_alone = false;  ///< later rounds left out what was decided
  std::optional<CommonFactor> common;
  std::vector<int> cpus;  ///< the processors that the programs were pinned to; empty: none
  std::optional<double> foreign_load;
  std::vector<std::string> notes;  ///< about the machine, in sentences
  std::string advice;              ///< options that would decide all benchmarks, in one line; empty if all are decided
};

/// Where programs run: pinned to one processor unless they go by wall time, which threads may share.
[[nodiscard]] std::vector<int> cpus_for(bool wall, const MeasureOptions& options);

/// Whether other programs keep more of the processors busy than wall times bear.
[[nodiscard]] bool is_busy(const std::optional<double>& foreign_load);

/// Called once the benchmarks are known, before they are measured. It may throw to prevent the measurement.
using CheckNames = std::function<void(std::span<const std::string>)>;

/// The whole comparison: warm-up, a round, and with `confirm` further rounds until each benchmark is decided or the
/// time is up. Only undecided benchmarks run in these, if the programs can choose. Shows progress.
[[nodiscard]] MeasuredComparison compare(Contestants programs, const MeasureOptions& options, bool confirm,
                                         const CheckNames& check);

}  // namespace lockstep::tools::perf
