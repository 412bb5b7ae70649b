#include "perf/collected.hpp"

#include <algorithm>
#include <utility>

#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

bool has_zero(const Times& times) { return std::find(times.ns.begin(), times.ns.end(), 0.0) != times.ns.end(); }

/// A ratio needs two figures above 0. An amount that rises from 0, as allocations do, counts.
std::string zero_problem(const Times& a, const Times& b) {
  if (a.unit.empty()) return "takes no time that could be measured";
  return has_zero(a) && has_zero(b)
             ? "is 0 in both programs"
             : concat("is 0 in the ", has_zero(a) ? "old" : "new", " program, and not in the other");
}

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
  else if (a->unit != b->unit)
    problem(
        concat("is measured in ", in_unit(a->unit), " by the old program, in ", in_unit(b->unit), " by the new one"),
        true);
  else if (a->wall != b->wall)
    problem("one program measures wall time, the other time of the processor", true);
  else if (has_zero(*a) || has_zero(*b))
    problem(zero_problem(*a, *b), a->unit.empty() ? has_zero(*a) != has_zero(*b) : has_zero(*a) && !has_zero(*b));
}

Samples samples_of(const std::string& name, const Collected& before, const Collected& after) {
  Samples samples;
  samples.name = name;
  find_problem(samples, before, after);
  if (!samples.problem.empty()) return samples;
  samples.wall = before.find(name)->wall;
  samples.unit = before.find(name)->unit;
  samples.old_ns = before.find(name)->ns;
  samples.new_ns = after.find(name)->ns;
  return samples;
}

}  // namespace

void Collected::add(const BenchmarkOutput& output, Take take) {
  ++runs_;
  for (const BenchmarkFigure& figure : figures_of(output)) {
    const auto [place, is_new] = series_.try_emplace(figure.name);
    if (is_new) order_.push_back(figure.name);
    Times& series = place->second;
    ++series.runs;
    series.wall = goes_by_wall_time(figure);
    series.unit = figure.unit;
    if (series.error.empty()) series.error = figure.error;
    if (series.no_time.empty()) series.no_time = figure.no_time;
    const std::vector<double>& each = series.wall ? figure.real_each : figure.cpu_each;
    if (take == Take::each)
      series.ns.insert(series.ns.end(), each.begin(), each.end());
    else
      series.ns.push_back(series.wall ? figure.fastest_real_ns : figure.fastest_cpu_ns);
  }
}

std::vector<Samples> all_samples(const Collected& before, const Collected& after) {
  std::vector<Samples> samples;
  for (const std::string& name : after.order()) samples.push_back(samples_of(name, before, after));
  for (const std::string& name : before.order())
    if (after.find(name) == nullptr) samples.push_back(samples_of(name, before, after));
  return samples;
}

}  // namespace lockstep::tools::perf
