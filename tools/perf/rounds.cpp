#include "perf/rounds.hpp"

#include <algorithm>
#include <vector>

#include "perf/collected.hpp"

namespace lockstep::tools::perf {
namespace {

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
