#include "perf/rounds.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <unordered_map>

#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::perf {
namespace {

/// All figures of one benchmark in one program.
struct Times {
  std::vector<double> ns;
  bool wall = false;
  std::size_t runs = 0;
  std::string error;    ///< of the first run that failed
  std::string no_time;  ///< of the first run that has no time for it
};

/// The results of one program in all of its runs, in the order of the first one.
class Collected {
 public:
  void add(const BenchmarkOutput& output) {
    ++runs_;
    for (const BenchmarkFigure& figure : figures_of(output)) {
      const auto [place, is_new] = series_.try_emplace(figure.name);
      if (is_new) order_.push_back(figure.name);
      Times& series = place->second;
      ++series.runs;
      series.wall = goes_by_wall_time(figure);
      if (series.error.empty()) series.error = figure.error;
      if (series.no_time.empty()) series.no_time = figure.no_time;
      series.ns.push_back(series.wall ? figure.fastest_real_ns : figure.fastest_cpu_ns);
    }
  }

  [[nodiscard]] std::size_t runs() const { return runs_; }
  [[nodiscard]] const std::vector<std::string>& order() const { return order_; }
  [[nodiscard]] const Times* find(const std::string& name) const {
    const auto found = series_.find(name);
    return found == series_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool is_whole(const Times& series) const { return series.runs == runs_; }

 private:
  std::size_t runs_ = 0;
  std::vector<std::string> order_;
  std::unordered_map<std::string, Times> series_;
};

bool has_zero(const std::vector<double>& ns) { return std::find(ns.begin(), ns.end(), 0.0) != ns.end(); }

/// Why the two cannot be compared, and whether that counts: not if both programs fail alike, or only one has the
/// benchmark.
void find_problem(Samples& samples, const Collected& before, const Collected& after) {
  const Times* const a = before.find(samples.name);
  const Times* const b = after.find(samples.name);
  const auto problem = [&](std::string text, bool counts) {
    samples.problem = std::move(text);
    samples.problem_counts = counts;
  };
  if (a == nullptr || b == nullptr)
    problem(a == nullptr ? "only the new program has it" : "only the old program has it", false);
  else if (!a->error.empty() || !b->error.empty())
    problem(concat(a->error.empty()   ? "failed in the new program: "
                   : b->error.empty() ? "failed in the old program: "
                                      : "failed in both programs: ",
                   b->error.empty() ? a->error : b->error),
            a->error.empty() || b->error.empty());
  else if (!a->no_time.empty() || !b->no_time.empty())
    problem(concat(a->no_time.empty() ? b->no_time : a->no_time,
                   a->no_time.empty() ? ", in the new program" : ", in the old program"),
            false);
  else if (!before.is_whole(*a) || !after.is_whole(*b))
    problem("is missing from some of the runs", true);
  else if (a->wall != b->wall)
    problem("one program measures wall time, the other time of the processor", true);
  else if (has_zero(a->ns) || has_zero(b->ns))
    problem("takes no time that could be measured", has_zero(a->ns) != has_zero(b->ns));
}

Samples samples_of(const std::string& name, const Collected& before, const Collected& after) {
  Samples samples;
  samples.name = name;
  find_problem(samples, before, after);
  if (!samples.problem.empty()) return samples;
  samples.wall = before.find(name)->wall;
  samples.old_ns = before.find(name)->ns;
  samples.new_ns = after.find(name)->ns;
  return samples;
}

std::vector<Samples> all_samples(const Collected& before, const Collected& after) {
  std::vector<Samples> samples;
  for (const std::string& name : after.order()) samples.push_back(samples_of(name, before, after));
  for (const std::string& name : before.order())
    if (after.find(name) == nullptr) samples.push_back(samples_of(name, before, after));
  return samples;
}

/// Time that other programs used while ours ran.
class ForeignTime {
 public:
  void add(const ProgramRun& run) {
    known_ = known_ && run.foreign_load;
    foreign_ += run.foreign_load.value_or(0) * run.wall_seconds;
    wall_ += run.wall_seconds;
  }
  [[nodiscard]] std::optional<double> load() const { return known_ ? std::optional(foreign_ / wall_) : std::nullopt; }

 private:
  bool known_ = true;
  double foreign_ = 0, wall_ = 0;
};

}  // namespace

WarmUp warm_up(const Contestants& programs, const std::function<void()>& on_run) {
  WarmUp result;
  result.before = run_benchmark_program(programs.before, {});
  on_run();
  result.after = run_benchmark_program(programs.after, {});
  on_run();
  return result;
}

Round run_round(const Contestants& programs, std::size_t runs, const std::vector<int>& cpus, Clock::time_point end,
                const std::function<void()>& on_run) {
  Collected before, after;
  ForeignTime foreign;
  const auto run = [&](bool is_new) {
    const ProgramRun result = run_benchmark_program(is_new ? programs.after : programs.before, cpus);
    (is_new ? after : before).add(result.output);
    foreign.add(result);
    on_run();
  };
  for (std::size_t i = 0; i < runs && (i == 0 || Clock::now() < end); ++i) {
    const bool new_first = i % 2 == 1;
    run(new_first);
    run(!new_first);
  }
  return {before.runs(), all_samples(before, after), foreign.load()};
}

bool goes_by_wall_time(const BenchmarkOutput& output) {
  const std::vector<BenchmarkFigure> figures = figures_of(output);
  return std::any_of(figures.begin(), figures.end(), [](const BenchmarkFigure& f) { return goes_by_wall_time(f); });
}

}  // namespace lockstep::tools::perf
