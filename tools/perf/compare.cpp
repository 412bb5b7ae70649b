#include "perf/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <ratio>
#include <utility>

#include "output/progress.hpp"
#include "perf/advice.hpp"
#include "perf/channels.hpp"
#include "perf/confirmation.hpp"
#include "perf/exit_codes.hpp"
#include "perf/filter.hpp"
#include "perf/machine.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::perf {
namespace {

/// If more than this share of the processors is busy, other programs distort the wall times.
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

/// Where the programs may run. Pinning would crowd a program that starts threads on one processor.
std::vector<int> choose_cpus(const WarmUp& warm, const MeasureOptions& options, bool is_google,
                             std::vector<std::string>& notes) {
  const bool wall = goes_by_wall_time(warm.before.output) || goes_by_wall_time(warm.after.output);
  if (wall && options.pin && !options.cpu)
    notes.push_back(is_google ? "Some benchmarks go by wall time, so nothing is pinned; compare the others apart, with "
                                "--benchmark_filter."
                              : "Wall time counts, so nothing is pinned; --cpu pins programs of one thread.");
  return cpus_for(wall, options);
}

void note_frequency_scaling(const WarmUp& warm, std::vector<std::string>& notes) {
  const auto& context = warm.after.output.context;
  const auto found = context.find("cpu_scaling_enabled");
  if (found != context.end() && found->second == "true")
    notes.push_back("The processor's frequency changes with load (cpu_scaling_enabled).");
}

/// Withdraws verdicts about wall times if the machine was not idle.
void check_idle(std::vector<Comparison>& comparisons, const std::optional<double>& load) {
  if (!is_busy(load)) return;
  for (Comparison& c : comparisons) {
    if (!c.wall || c.runs == 0) continue;
    c.verdict = Verdict::too_noisy;
    c.open = false;  // more runs would not help
    c.note = concat("wall time, while something else kept ", rounded(*load), " processors busy");
  }
}

void mark_common(std::vector<Comparison>& comparisons, const CommonFactor& common) {
  for (const std::size_t i : common.benchmarks) {
    Comparison& c = comparisons[i];
    const bool differs = c.verdict == Verdict::slower || c.verdict == Verdict::faster;
    if (differs && c.note.empty()) c.note = "as all are, so likely the machine's doing";
  }
}

/// The instructions of both programs.
struct CountedInstructions {
  Instructions before, after;
};

CountedInstructions count_both(const Contestants& programs) {
  Progress progress("instructions", 2);
  CountedInstructions counted;
  counted.before = count_instructions(programs.before);
  progress.advance();
  counted.after = count_instructions(programs.after);
  progress.advance();
  return counted;
}

/// Chooses where and what to measure, and keeps the formats that the output showed. Returns the number of benchmarks.
/// Throws if nothing can be measured.
std::size_t prepare(Contestants& programs, const MeasureOptions& options, const CheckNames& check,
                    MeasuredComparison& result) {
  Progress progress("warm-up", 2);
  const WarmUp warm = warm_up(programs, [&] { progress.advance(); });
  programs.before.format = warm.before.format;
  programs.after.format = warm.after.format;
  const std::vector<std::string> names = common_names(warm);
  if (names.empty()) throw MeasurementError("the two programs have no benchmark in common");
  check(names);
  result.cpus = choose_cpus(warm, options, is_google(programs.after), result.notes);
  note_frequency_scaling(warm, result.notes);
  return names.size();
}

/// The programs with a filter for the benchmarks that more runs may decide, if there are others.
Contestants open_part(const Contestants& programs, std::span<const Comparison> comparisons) {
  std::vector<std::string> names;
  for (const Comparison& c : comparisons)
    if (c.open) names.push_back(c.name);
  if (names.size() == comparisons.size()) return programs;
  return {only(programs.before, names), only(programs.after, names)};
}

Round measured_round(const Contestants& programs, const Schedule& schedule, const std::vector<int>& cpus,
                     std::size_t look) {
  const std::size_t runs = schedule.runs(look);
  Progress progress(look == 0 ? "run" : concat("round ", look + 1, ", run"), 2 * runs);
  return run_round(programs, runs, cpus, schedule.end(), [&] { progress.advance(); });
}

}  // namespace

std::vector<int> cpus_for(bool wall, const MeasureOptions& options) {
  const std::vector<int> allowed = allowed_cpus();
  if (options.cpu && std::find(allowed.begin(), allowed.end(), *options.cpu) == allowed.end())
    throw UsageError(concat("--cpu: processor ", *options.cpu, " is not one that this process may use"));
  if (options.cpu) return {*options.cpu};
  if (!options.pin || allowed.empty() || wall) return {};
  return {allowed.back()};
}

bool is_busy(const std::optional<double>& foreign_load) {
  return foreign_load &&
         *foreign_load > idle_enough * static_cast<double>(std::max<std::size_t>(allowed_cpus().size(), 1));
}

MeasuredComparison compare(Contestants programs, const MeasureOptions& options, bool confirm, const CheckNames& check) {
  MeasuredComparison result;
  Schedule schedule(options.runs, confirm, options.until_decided, options.most_runs);
  const std::size_t benchmarks = prepare(programs, options, check, result);
  std::optional<CountedInstructions> counted;
  if (options.instructions) counted = count_both(programs);
  Confirmation confirmation(options.gate);
  const auto first_begin = Clock::now();
  for (std::size_t look = 0, runs = 0;; ++look) {
    const auto begin = Clock::now();
    const Contestants now = look == 0 ? programs : open_part(programs, confirmation.comparisons());
    result.ran_open_alone |= now.after.flags.size() != programs.after.flags.size();
    const Round round = measured_round(now, schedule, result.cpus, look);
    if (look == 0) schedule.plan_looks(Clock::now() - begin, benchmarks, result.notes);
    result.looks.push_back(runs += round.runs);
    const bool last = schedule.is_last(look);
    confirmation.look(round.samples, schedule.plan().alpha, last);

    result.foreign_load = std::max(result.foreign_load, round.foreign_load);
    result.benchmarks = confirmation.comparisons();
    if (!options.allow_busy) check_idle(result.benchmarks, result.foreign_load);
    if (last || !schedule.goes_on(result.benchmarks)) break;
  }
  if (counted) {
    add_instructions(counted->before, counted->after, result.benchmarks);
    result.counted_by = counted->after.method;
  }
  result.plan = schedule.plan();
  result.until_decided = schedule.is_until_decided();
  result.time_was_up = schedule.is_time_up();
  result.common = common_factor(result.benchmarks, options.gate);
  if (result.common) mark_common(result.benchmarks, *result.common);
  result.verdict = overall(result.benchmarks);
  const double minutes = std::chrono::duration<double, std::ratio<60>>(Clock::now() - first_begin).count();
  if (confirm)
    result.advice = advice(result.benchmarks, options.gate, minutes / static_cast<double>(result.looks.back()),
                           is_google(programs.after));
  return result;
}

}  // namespace lockstep::tools::perf
