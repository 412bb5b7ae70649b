#include "perf/history_page.hpp"

#include <algorithm>
#include <cstdio>
#include <span>
#include <utility>

#include <lockstep/config.hpp>

#include "output/duration.hpp"
#include "page/chart.hpp"
#include "page/page.hpp"
#include "perf/history_page_parts.hpp"
#include "perf/statistics.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::size_t most_cards = 2000, most_changes = 50;
/// `least_range` is a chart's least range above and below the median, so that noise does not fill its height.
/// `most_beyond` is its largest range beyond the levels, so that an outlier does not flatten everything else.
constexpr double least_range = 0.1, most_beyond = 0.25;

std::string significant(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// Drawing units of a chart of one series.
class Scale {
 public:
  explicit Scale(const Series& series) : count_(series.figures.size()) {
    const auto [least, most] = std::minmax_element(series.figures.begin(), series.figures.end());
    const double middle = median(series.figures);
    double lowest = middle, highest = middle;
    for (const ChangePoint& change : series.changes) {
      lowest = std::min({lowest, change.before, change.after});
      highest = std::max({highest, change.before, change.after});
    }
    low_ = std::min(std::max(*least, lowest / (1 + most_beyond)), (1 - least_range) * middle);
    high_ = std::max(std::min(*most, highest * (1 + most_beyond)), (1 + least_range) * middle);
  }

  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  [[nodiscard]] double clamped(double figure) const { return std::clamp(figure, low_, high_); }
  [[nodiscard]] double x(double index) const { return index / static_cast<double>(count_ - 1) * chart_width; }
  [[nodiscard]] double y(double figure) const { return (high_ - figure) / (high_ - low_) * chart_height; }

 private:
  std::size_t count_;
  double low_ = 0, high_ = 0;
};

std::string level_line(const Series& series, const Scale& scale, std::size_t first, std::size_t last) {
  const double level = median(std::span(series.figures).subspan(first, last - first));
  return concat("<path class=\"level\" d=\"M", fixed2(scale.x(static_cast<double>(first))), " ", fixed2(scale.y(level)),
                "H", fixed2(scale.x(static_cast<double>(last - 1))), "\"/>\n");
}

const char* direction(const ChangePoint& change) { return change.change() > 0 ? "slower" : "faster"; }

/// The figures, the levels between changes, and the places of the changes.
std::string spark(const Series& series) {
  if (series.points.size() < 2) return "<p class=\"soft\">One record: there is nothing to compare with yet.</p>\n";
  const Scale scale(series);
  std::vector<ChartPoint> points;
  for (std::size_t i = 0; i < series.figures.size(); ++i)
    points.push_back({static_cast<double>(i), scale.clamped(series.figures[i]) - scale.low()});
  std::string text = concat("<svg class=\"spark\" viewBox=\"0 0 ", chart_width, " ", chart_height,
                            "\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"", series.points.size(),
                            " records, ", series.changes.size(), " changes\">\n<path class=\"figures-line\" d=\"",
                            chart_line(points, scale.high() - scale.low(), Thinning::mean), "\"/>\n");
  std::size_t first = 0;
  for (const ChangePoint& change : series.changes) {
    text += level_line(series, scale, std::exchange(first, change.index), change.index);
    const std::string x = fixed2(scale.x(static_cast<double>(change.index) - 0.5));
    text += concat("<line class=\"", direction(change), "\" x1=\"", x, "\" x2=\"", x, "\" y1=\"0\" y2=\"", chart_height,
                   "\"/>\n");
  }
  return concat(text, level_line(series, scale, first, series.figures.size()), "</svg>\n<div class=\"ends\"><span>",
                series.points.front().record->date.substr(0, 10), "</span><span>",
                shown_figures(series, scale.low(), " to ", scale.high()), "</span><span>",
                series.points.back().record->date.substr(0, 10), "</span></div>\n");
}

/// The latest figure and the one it is compared with.
std::string now(const Series& series, const ChangePointOptions& options) {
  const BenchmarkRecord& latest = *series.points.back().benchmark;
  std::string text =
      concat("<div class=\"now\"><b>", duration(latest.ns), "</b><span class=\"soft\">",
             latest.wall_time ? "wall time" : "processor time", ", spread ", fixed2(100 * latest.spread), " %</span>");
  if (const std::optional<double> change = latest_change(series)) {
    const bool far = std::abs(*change) >= options.smallest_change;
    text += concat("<span class=\"",
                   !far          ? "soft"
                   : *change > 0 ? "slower"
                                 : "faster",
                   "\">", shown_change(*change), " to its level</span>");
  }
  return text + "</div>\n";
}

/// Ratios to the reference and to the machine's bound.
std::string ratios(const BenchmarkRecord& latest) {
  std::string text;
  if (latest.reference)
    text += concat("<p>", significant(latest.reference->ns / latest.ns), " times as fast as ",
                   escaped(latest.reference->name), "</p>\n");
  if (latest.bound)
    text += concat("<p>", significant(100 * latest.bound->ns / latest.ns), " % of what the machine allows, bound by ",
                   escaped(latest.bound->kind), "</p>\n");
  return text;
}

std::string changes_of(const Series& series) {
  std::string text;
  for (auto change = series.changes.rbegin(); change != series.changes.rend(); ++change)
    text += concat("<li class=\"", direction(*change), "\">", escaped(describe(series, *change)), "</li>\n");
  FewLines results("<li class=\"wrong\">", "</li>\n");
  for (const ResultChange& change : result_changes(series))
    text += results.next(concat("other results at ", escaped(shown_commit(*series.points[change.index].record)), ": ",
                                escaped(change.what)));
  text += results.rest();
  return text.empty() ? text : concat("<ul>\n", text, "</ul>\n");
}

std::string card(const Group& group, const Series& series, const ChangePointOptions& options) {
  const std::string changes = changes_of(series);
  const TrendPoint& latest = series.points.back();
  std::string text = concat("<article class=\"card\"", changes.empty() ? "" : " data-changed=\"yes\"", ">\n<h3>",
                            escaped(series.name), "</h3>\n", now(series, options));
  if (latest.record != group.records.back())
    text += concat("<p class=\"wrong\">not in the latest record; last measured ", latest.record->date.substr(0, 10),
                   "</p>\n");
  return concat(text, spark(series), ratios(*latest.benchmark), changes, "</article>\n");
}

struct DatedChange {
  const Series* series;
  const ChangePoint* change;
  [[nodiscard]] const std::string& date() const { return series->points[change->index].record->date; }
};

/// Of all benchmarks, the newest first.
std::vector<DatedChange> all_changes(const std::vector<Group>& groups) {
  std::vector<DatedChange> changes;
  for (const Group& group : groups)
    for (const Series& series : group.series)
      for (const ChangePoint& change : series.changes) changes.push_back({&series, &change});
  std::stable_sort(changes.begin(), changes.end(),
                   [](const DatedChange& a, const DatedChange& b) { return a.date() > b.date(); });
  return changes;
}

std::string newest_changes(const std::vector<DatedChange>& changes) {
  if (changes.empty()) return "<p>No level has changed.</p>\n";
  std::string text = "<h2>Changes, the newest first</h2>\n<ul>\n";
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i)
    text += concat("<li class=\"", direction(*changes[i].change), "\">", escaped(changes[i].series->name), ": ",
                   escaped(describe(*changes[i].series, *changes[i].change)), "</li>\n");
  text += "</ul>\n";
  if (changes.size() > most_changes)
    text += concat("<p class=\"soft\">", changes.size() - most_changes, " older ones stand below.</p>\n");
  return text;
}

std::string figure_boxes(const std::vector<Group>& groups, const std::vector<DatedChange>& changes) {
  std::size_t records = 0, benchmarks = 0, results = 0;
  for (const Group& group : groups) {
    records += group.records.size();
    benchmarks += group.series.size();
    for (const Series& series : group.series) results += result_changes(series).size();
  }
  const auto slower = static_cast<std::size_t>(std::count_if(
      changes.begin(), changes.end(), [](const DatedChange& change) { return change.change->change() > 0; }));
  return concat("<div class=\"figures\">\n", figure_box("", "records", concat(records), "records"),
                figure_box("", "benchmarks", concat(benchmarks), "benchmarks"),
                figure_box("p", "slower", concat(slower), "became slower"),
                figure_box("v", "faster", concat(changes.size() - slower), "became faster"),
                figure_box(results > 0 ? "p" : "", "results", concat(results), "other results"), "</div>\n");
}

constexpr const char* chooser =
    "<div class=\"bar\">\n<input id=\"find\" type=\"search\" placeholder=\"part of a name\" aria-label=\"part of a "
    "name\"/>\n<label><input id=\"changed\" type=\"checkbox\"/>only what changed</label>\n</div>\n";

std::string group_part(const Group& group, const ChangePointOptions& options, std::size_t& room) {
  std::string text = concat("<h2>", escaped(shown_configuration(group)), "</h2>\n<p class=\"soft\">",
                            escaped(group.records.back()->cpu), ", ", group.records.size(), " records; the latest at ",
                            escaped(shown_commit(*group.records.back())), ", ", group.records.back()->date, "</p>\n");
  const std::size_t shown = std::min(room, group.series.size());
  text += "<div class=\"cards\">\n";
  for (std::size_t i = 0; i < shown; ++i) text += card(group, group.series[i], options);
  text += "</div>\n";
  if (shown < group.series.size())
    text +=
        concat("<p class=\"soft\">", group.series.size() - shown,
               " more benchmarks are not shown, so that the page stays small; --group shows one group alone.</p>\n");
  room -= shown;
  return text;
}

std::string explanation(const std::vector<Group>& groups, const ChangePointOptions& options) {
  return concat(
      "<h2>How to read it</h2>\n<p>Thin lines are figures, thick ones the medians of levels. A dashed line is a "
      "change: the level before it and the one behind it differ by at least ",
      significant(100 * options.smallest_change), " % and by more than noise explains (p at most ",
      significant(options.largest_p),
      "), for at least three records. One or two outliers are not a change. Where every record has the "
      "same reference, the figure is the time as a share of the reference's in the same run: what slows down "
      "the whole machine slows down both.</p>\n<p>",
      false_alarm_text(groups, options.largest_p), "</p>\n");
}

}  // namespace

std::string history_page(std::string_view title, const std::vector<Group>& groups, const ChangePointOptions& options) {
  const std::vector<DatedChange> changes = all_changes(groups);
  std::string page =
      concat(page_head(concat(title, " - lockstep-perf"), history_style), "<body>\n<header>\n<h1>", escaped(title),
             "</h1>\n<p>Benchmarks over time, by lockstep ", LOCKSTEP_VERSION, ".</p>\n</header>\n<main>\n",
             figure_boxes(groups, changes), newest_changes(changes), chooser);
  std::size_t room = most_cards;
  for (const Group& group : groups) page += group_part(group, options, room);
  return concat(page, explanation(groups, options), "</main>\n", page_end("{}", history_script));
}

}  // namespace lockstep::tools::perf
