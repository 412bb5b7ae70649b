#include "perf/trend.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "output/duration.hpp"
#include "perf/recording.hpp"
#include "perf/statistics.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::perf {
namespace {

auto configuration(const HistoryRecord& record) {
  return std::tie(record.machine, record.program, record.isa, record.compiler, record.flags, record.threads);
}

std::vector<Group> group_records(const History& history) {
  std::vector<Group> groups;
  std::map<decltype(configuration(history.records[0])), std::size_t> places;
  for (const HistoryRecord& record : history.records) {
    const auto [place, is_new] = places.try_emplace(configuration(record), groups.size());
    if (is_new) groups.push_back({groups.size() + 1, {}, {}});
    groups[place->second].records.push_back(&record);
  }
  return groups;
}

/// In the order in which benchmarks appear.
std::vector<Series> series_of(const Group& group) {
  std::vector<Series> list;
  std::map<std::string, std::size_t> places;
  for (const HistoryRecord* record : group.records) {
    for (const BenchmarkRecord& benchmark : record->benchmarks) {
      const auto [place, is_new] = places.try_emplace(benchmark.name, list.size());
      if (is_new) list.push_back({benchmark.name, false, {}, {}, {}});
      list[place->second].points.push_back({record, &benchmark});
    }
  }
  return list;
}

void fill_figures(Series& series, bool times) {
  const auto& first = series.points[0].benchmark->reference;
  const auto has_it = [&](const TrendPoint& point) {
    return point.benchmark->reference && point.benchmark->reference->name == first->name;
  };
  series.relative = !times && first && std::all_of(series.points.begin(), series.points.end(), has_it);
  for (const TrendPoint& point : series.points)
    series.figures.push_back(series.relative ? point.benchmark->ns / point.benchmark->reference->ns
                                             : point.benchmark->ns);
}

template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  char text[100];
  std::snprintf(text, sizeof text, format, arguments...);
  return text;
}

}  // namespace

std::vector<Group> analyze(const History& history, const TrendOptions& options, const OnProgress& on_progress) {
  std::vector<Group> groups = group_records(history);
  if (options.group > groups.size())
    throw UsageError(concat("--group: there are only ", groups.size(), " groups in the history"));
  if (options.group > 0) groups = {groups[options.group - 1]};
  std::size_t all = 0, done = 0;
  for (Group& group : groups) group.series = series_of(group), all += group.series.size();
  for (Group& group : groups) {
    for (Series& series : group.series) {
      fill_figures(series, options.times);
      series.changes = find_change_points(series.figures, options.changes);
      if (on_progress) on_progress(++done, all);
    }
  }
  return groups;
}

std::optional<double> latest_change(const Series& series) {
  const std::size_t start = series.level_start(), last = series.figures.size() - 1;
  if (start == last) return std::nullopt;
  return series.figures[last] / median(std::span(series.figures).subspan(start, last - start)) - 1;
}

std::vector<ResultChange> result_changes(const Series& series) {
  std::vector<ResultChange> changes;
  for (std::size_t i = 1; i < series.points.size(); ++i) {
    std::string what = result_changes(*series.points[i - 1].benchmark, *series.points[i].benchmark);
    if (!what.empty()) changes.push_back({i, std::move(what)});
  }
  return changes;
}

std::string false_alarm_text(const std::vector<Group>& groups, double largest_p) {
  std::size_t series = 0;
  for (const Group& group : groups)
    series += static_cast<std::size_t>(std::count_if(group.series.begin(), group.series.end(), [](const Series& s) {
      return s.figures.size() >= 2 * shortest_level;
    }));
  if (series == 0) return concat("No benchmark has the ", 2 * shortest_level, " records that a change takes.");
  return concat("By chance at most about ", formatted("%.2g", largest_p * static_cast<double>(series)),
                series == 1 ? " changes are expected in this series"
                            : concat(" changes are expected in these ", series, " series"),
                " (--p ", largest_p, " for each), if the noise of a record does not depend on that of its neighbours.");
}

bool is_slower_now(const Series& series) { return !series.changes.empty() && series.changes.back().change() > 0; }

std::vector<FallingDate> falling_dates(const History& history) {
  std::vector<FallingDate> falling;
  std::map<decltype(configuration(history.records[0])), const HistoryRecord*> latest;
  for (const HistoryRecord& record : history.records) {
    const HistoryRecord*& before = latest[configuration(record)];
    if (before != nullptr && record.date < before->date) falling.push_back({before, &record});
    before = &record;
  }
  return falling;
}

std::string shown_commit(const HistoryRecord& record) {
  constexpr std::size_t enough = 10;
  if (record.commit.empty()) return "?";
  const bool is_hash = record.commit.find_first_not_of("0123456789abcdef") == std::string::npos;
  return (is_hash ? record.commit.substr(0, enough) : record.commit) + (record.modified ? "+" : "");
}

std::string shown_configuration(const Group& group) {
  const HistoryRecord& record = *group.records[0];
  std::string text = record.program;
  for (const std::string* part : {&record.isa, &record.compiler, &record.flags})
    if (!part->empty()) text += "; " + *part;
  return concat(text, "; threads: ", record.threads, "; ", record.machine);
}

std::string shown_figures(const Series& series, double first, std::string_view between, double second) {
  if (!series.relative) return concat(duration(first), between, duration(second));
  return concat(formatted("%.3g", first), between, formatted("%.3g of the reference", second));
}

std::string shown_change(double share) { return formatted("%+.1f %%", 100 * share); }

std::string describe(const Series& series, const ChangePoint& change) {
  const HistoryRecord &before = *series.points[change.index - 1].record, &after = *series.points[change.index].record;
  return concat(change.change() > 0 ? "slower" : "faster", " by ",
                formatted("%.1f %%", 100 * std::abs(change.change())), " since ", shown_commit(after), " (",
                after.date.substr(0, 10), ", after ", shown_commit(before),
                "): ", shown_figures(series, change.before, " -> ", change.after), formatted(", p = %.1g", change.p));
}

}  // namespace lockstep::tools::perf
