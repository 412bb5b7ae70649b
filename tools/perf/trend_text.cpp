#include "perf/trend_text.hpp"

#include <algorithm>
#include <cstdio>

#include "output/csv_field.hpp"
#include "output/duration.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::size_t widest_name = 60;

std::string row_of(const Series& series, int name_width) {
  const BenchmarkRecord& latest = *series.points.back().benchmark;
  const std::optional<double> change = latest_change(series);
  char cells[200], share[40] = "";
  if (series.relative) std::snprintf(share, sizeof share, "%.3g", series.figures.back());
  std::snprintf(cells, sizeof cells, " %5zu %12s %13s %12s %8zu\n", series.points.size(), duration(latest.ns).c_str(),
                share, change ? shown_change(*change).c_str() : "", series.changes.size());
  const auto width = static_cast<std::size_t>(name_width);
  const bool fits = series.name.size() <= width;
  return concat(series.name, fits ? "" : "\n", std::string(fits ? width - series.name.size() : width, ' '), cells);
}

std::string notes_of(const Series& series) {
  std::string text;
  for (const ChangePoint& change : series.changes) text += concat("    ", describe(series, change), "\n");
  FewLines results("    other results at ");
  for (const ResultChange& change : result_changes(series))
    text += results.next(concat(shown_commit(*series.points[change.index].record), ": ", change.what));
  return text + results.rest();
}

std::string group_text(const Group& group) {
  std::size_t width = 0;
  for (const Series& series : group.series) width = std::max(width, series.name.size());
  const int name_width = static_cast<int>(std::min(width, widest_name));
  char header[200];
  std::snprintf(header, sizeof header, "%-*s %5s %12s %13s %12s %8s\n", name_width, "benchmark", "runs", "latest",
                "of reference", "to its level", "changes");
  std::string text =
      concat("Group ", group.number, ": ", shown_configuration(group), "\n", group.records.size(), " records, ",
             group.records.front()->date, " to ", group.records.back()->date, "\n\n", header);
  for (const Series& series : group.series) text += row_of(series, name_width) + notes_of(series);
  return text;
}

}  // namespace

std::string trend_text(const std::vector<Group>& groups, const ChangePointOptions& options) {
  std::string text;
  for (const Group& group : groups) text += (text.empty() ? "" : "\n") + group_text(group);
  return concat(text, "\n", false_alarm_text(groups, options.largest_p), "\n");
}

TrendTable trend_table(const Group& group) {
  TrendTable table;
  table.csv = "time,commit";
  for (const Series& series : group.series) table.csv += "," + quoted_field(series.name);
  table.csv += "\n";
  std::vector<std::size_t> next(group.series.size());
  for (const HistoryRecord* record : group.records) {
    table.csv += concat(record->date, ",", quoted_field(shown_commit(*record)));
    for (std::size_t i = 0; i < group.series.size(); ++i) {
      const Series& series = group.series[i];
      const bool has_it = next[i] < series.points.size() && series.points[next[i]].record == record;
      if (has_it) ++next[i];
      table.filled += !has_it;
      table.csv += concat(",", series.figures[next[i] == 0 ? 0 : next[i] - 1]);
    }
    table.csv += "\n";
  }
  return table;
}

}  // namespace lockstep::tools::perf
