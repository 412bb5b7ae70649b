#include "perf/recording.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "perf/formats/times.hpp"
#include "perf/statistics.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

/// One benchmark in all runs.
struct Recorded {
  BenchmarkFigure first;
  std::string failure, no_time;
  std::vector<double> real_ns, cpu_ns;
  std::map<std::string, std::vector<double>> counters;

  [[nodiscard]] bool is_good() const { return failure.empty() && no_time.empty(); }
  [[nodiscard]] const std::vector<double>& ns() const { return goes_by_wall_time(first) ? real_ns : cpu_ns; }
};

bool is_time(double ns) { return ns >= least_ns && ns <= most_ns; }

/// In the order of the first run that has it.
class AllRecorded {
 public:
  explicit AllRecorded(std::span<const BenchmarkOutput> runs) {
    for (const BenchmarkOutput& run : runs)
      for (BenchmarkFigure& figure : figures_of(run)) add(std::move(figure));
    for (Recorded& samples : list_) {
      if (!samples.failure.empty()) continue;
      if (samples.ns().size() < runs.size()) samples.failure = "is not in every run";
      if (samples.no_time.empty() && !samples.first.unit.empty())
        samples.no_time = concat("is measured in ", samples.first.unit, ", and a history holds times");
      if (samples.no_time.empty() && !is_time(median(samples.ns())))
        samples.no_time = "took no time that could be measured";
    }
  }

  [[nodiscard]] const std::vector<Recorded>& list() const { return list_; }

  /// Null if it failed or is missing.
  [[nodiscard]] const Recorded* find(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() || !list_[found->second].is_good() ? nullptr : &list_[found->second];
  }

 private:
  void add(BenchmarkFigure figure) {
    const auto [place, is_new] = places_.try_emplace(figure.name, list_.size());
    if (is_new) list_.push_back({figure, {}, {}, {}, {}, {}});
    Recorded& samples = list_[place->second];
    if (samples.failure.empty()) samples.failure = figure.error;
    if (samples.no_time.empty()) samples.no_time = figure.no_time;
    samples.real_ns.push_back(figure.fastest_real_ns);
    samples.cpu_ns.push_back(figure.fastest_cpu_ns);
    for (const auto& [name, value] : figure.counters) samples.counters[name].push_back(value);
  }

  std::vector<Recorded> list_;
  std::map<std::string, std::size_t> places_;
};

bool all_equal(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

/// A whole number that is equal in every run: rates never are.
bool looks_like_result(const Recorded& samples, const std::vector<double>& values) {
  return values.size() == samples.ns().size() && all_equal(values) && values[0] == std::trunc(values[0]);
}

std::set<std::string> named_results(const BenchmarkOutput& run, const std::vector<std::string>& wanted) {
  if (!wanted.empty()) return {wanted.begin(), wanted.end()};
  std::set<std::string> names;
  const auto found = run.context.find("result_counters");
  std::string_view left = found == run.context.end() ? std::string_view() : std::string_view(found->second);
  while (!left.empty()) {
    const std::size_t comma = std::min(left.find(','), left.size());
    names.emplace(left.substr(0, comma));
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  return names;
}

/// The value at this share between the least and the largest.
double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

/// Sorts the counters; returns a description of their problem, or nothing.
std::string add_counters(const Recorded& samples, const std::set<std::string>& named, BenchmarkRecord& record) {
  for (const auto& [name, values] : samples.counters) {
    const bool is_result = named.empty() ? looks_like_result(samples, values) : named.contains(name);
    if (is_result && !all_equal(values)) return concat(name, " is not the same in every run");
    if (is_result)
      record.results[name] = values[0];
    else
      record.counters[name] = median(values);
  }
  return {};
}

Measured as_measured(const Recorded& samples) {
  Measured measured{median(samples.cpu_ns), {}};
  for (const auto& [name, values] : samples.counters) measured.counters[name] = median(values);
  return measured;
}

std::optional<Bound> bound_in(const AllRecorded& all, const std::string& name, const OperationCounts& operations) {
  std::map<std::string, Measured> found;
  return bound_of(name, operations, [&](const std::string& other) -> const Measured* {
    const Recorded* const samples = all.find(other);
    return samples == nullptr ? nullptr : &found.try_emplace(other, as_measured(*samples)).first->second;
  });
}

}  // namespace

Recording summarize(std::span<const BenchmarkOutput> runs, const RecordingOptions& options) {
  const AllRecorded all(runs);
  const std::set<std::string> named = named_results(runs[0], options.results);
  const auto is_benchmark = [&](const std::string& name) { return all.find(name) != nullptr; };
  Recording recording;
  for (const Recorded& samples : all.list()) {
    const std::string& name = samples.first.name;
    BenchmarkRecord record;
    const std::string failure = samples.failure.empty() ? add_counters(samples, named, record) : samples.failure;
    if (!failure.empty()) {
      recording.failures.push_back(concat(name, ": ", failure));
      continue;
    }
    if (!samples.no_time.empty()) {
      recording.left_out.push_back(concat(name, ": ", samples.no_time));
      continue;
    }
    record.name = name;
    record.wall_time = goes_by_wall_time(samples.first);
    record.ns = median(samples.ns());
    record.spread = (quantile(samples.ns(), 0.75) - quantile(samples.ns(), 0.25)) / record.ns;
    record.runs = samples.ns().size();
    if (const auto other = reference_of(name, options.references, is_benchmark)) {
      const Recorded& reference = *all.find(*other);
      const double ns = median(record.wall_time ? reference.real_ns : reference.cpu_ns);  // the same clock
      if (is_time(ns)) record.reference = Reference{*other, ns, is_asked_for(name, options.references)};
    }
    record.bound = bound_in(all, name, options.operations);
    recording.benchmarks.push_back(std::move(record));
  }
  return recording;
}

std::string result_changes(const BenchmarkRecord& before, const BenchmarkRecord& after) {
  std::string text;
  const auto add = [&](const std::string& change) { text += (text.empty() ? "" : ", ") + change; };
  for (const auto& [name, value] : before.results) {
    const auto found = after.results.find(name);
    if (found == after.results.end())
      add(concat(name, " is missing"));
    else if (found->second != value)
      add(concat(name, " ", value, " -> ", found->second));
  }
  for (const auto& [name, value] : after.results)
    if (!before.results.contains(name)) add(concat(name, " ", value, " is new"));
  return text;
}

}  // namespace lockstep::tools::perf
