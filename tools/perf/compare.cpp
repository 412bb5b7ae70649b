#include "perf/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "exit_code.hpp"
#include "output/progress.hpp"
#include "perf/machine.hpp"
#include "readers/error.hpp"

namespace lockstep::tools::perf {
namespace {

/// With more than this part of the processors busy, wall times are those of the neighbours.
constexpr double idle_enough = 0.05;

std::string rounded(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", number);
  return text;
}

std::vector<std::string> common_names(const WarmUp& warm) {
  std::vector<std::string> names, old;
  for (const BenchmarkFigure& figure : figures_of(warm.before.output)) old.push_back(figure.name);
  std::sort(old.begin(), old.end());
  for (const BenchmarkFigure& figure : figures_of(warm.after.output))
    if (std::binary_search(old.begin(), old.end(), figure.name)) names.push_back(figure.name);
  return names;
}

/// Where the programs may run. A program that starts threads would crowd them on one processor.
std::vector<int> choose_cpus(const WarmUp& warm, const MeasureOptions& options, std::vector<std::string>& notes) {
  const std::vector<int> allowed = allowed_cpus();
  if (options.cpu && std::find(allowed.begin(), allowed.end(), *options.cpu) == allowed.end())
    throw UsageError(concat("--cpu: processor ", *options.cpu, " is none that this process may use"));
  if (options.cpu) return {*options.cpu};
  if (!options.pin || allowed.empty()) return {};
  if (!goes_by_wall_time(warm.before.output) && !goes_by_wall_time(warm.after.output)) return {allowed.back()};
  notes.push_back(
      "Some benchmarks go by wall time, so nothing is pinned; compare the others apart, with --benchmark_filter.");
  return {};
}

void note_frequency_scaling(const WarmUp& warm, std::vector<std::string>& notes) {
  const auto& context = warm.after.output.context;
  const auto found = context.find("cpu_scaling_enabled");
  if (found != context.end() && found->second == "true")
    notes.push_back("The processor's frequency changes with load (cpu_scaling_enabled).");
}

bool is_busy(const std::optional<double>& load) {
  return load && *load > idle_enough * static_cast<double>(std::max<std::size_t>(allowed_cpus().size(), 1));
}

/// Takes back what was said about wall times if the machine was not idle.
void check_idle(std::vector<Comparison>& comparisons, const std::optional<double>& load) {
  if (!is_busy(load)) return;
  for (Comparison& c : comparisons) {
    if (!c.wall || c.runs == 0) continue;
    c.verdict = Verdict::too_noisy;
    c.note = concat("wall time, while something else kept ", rounded(*load), " processors busy");
  }
}

/// The second round's samples in the order of the first.
std::vector<Samples> aligned(const std::vector<Samples>& second, const std::vector<Samples>& first) {
  std::vector<Samples> result;
  for (const Samples& wanted : first) {
    const auto found =
        std::find_if(second.begin(), second.end(), [&](const Samples& s) { return s.name == wanted.name; });
    result.push_back(found != second.end() ? *found : Samples{wanted.name, wanted.wall, {}, {}, "", true});
    if (found == second.end()) result.back().problem = "is missing from the second round";
  }
  return result;
}

Round measured_round(const Contestants& programs, const MeasureOptions& options, const std::vector<int>& cpus,
                     const char* what) {
  Progress progress(what, 2 * options.runs);
  return run_round(programs, options.runs, cpus, [&] { progress.advance(); });
}

}  // namespace

MeasuredComparison compare(const Contestants& programs, const MeasureOptions& options, bool confirm,
                           const CheckNames& check) {
  MeasuredComparison result;
  {
    Progress progress("warm-up", 2);
    const WarmUp warm = warm_up(programs, [&] { progress.advance(); });
    const std::vector<std::string> names = common_names(warm);
    if (names.empty()) throw MeasurementError("the two programs have no benchmark in common");
    check(names);
    result.cpus = choose_cpus(warm, options, result.notes);
    note_frequency_scaling(warm, result.notes);
  }
  const double gate = options.gate;
  const Round first = measured_round(programs, options, result.cpus, "run");
  result.foreign_load = first.foreign_load;
  result.benchmarks = judge(first.samples, gate);
  const auto settle = [&](const std::optional<double>& load) {
    if (!options.allow_busy) check_idle(result.benchmarks, load);
  };
  settle(first.foreign_load);
  if (confirm && needs_second_round(result.benchmarks)) {
    const Round second = measured_round(programs, options, result.cpus, "second round, run");
    result.rounds = 2;
    result.benchmarks = judge_again(first.samples, aligned(second.samples, first.samples), result.benchmarks, gate);
    result.foreign_load = std::max(first.foreign_load, second.foreign_load);
    settle(result.foreign_load);
  }
  result.verdict = overall(result.benchmarks);
  return result;
}

}  // namespace lockstep::tools::perf
