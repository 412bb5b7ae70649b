// The trends of a history: a series per benchmark, machine and configuration, and the changes of its level.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/change_points.hpp"
#include "perf/history.hpp"

namespace lockstep::tools::perf {

/// One benchmark in one record.
struct TrendPoint {
  const HistoryRecord* record;
  const BenchmarkRecord* benchmark;
};

struct Series {
  std::string name;
  /// Figures are shares of the reference's time if every record has the same reference, else times in ns.
  bool relative = false;
  std::vector<TrendPoint> points;  ///< at least one, in the order of the history
  std::vector<double> figures;     ///< one for each
  std::vector<ChangePoint> changes;

  /// Where the present level starts.
  [[nodiscard]] std::size_t level_start() const { return changes.empty() ? 0 : changes.back().index; }
};

/// Comparable records: of one program, machine and configuration.
struct Group {
  std::size_t number = 0;  ///< from 1, in the order of first appearance
  std::vector<const HistoryRecord*> records;
  std::vector<Series> series;
};

struct TrendOptions {
  ChangePointOptions changes;
  bool times = false;     ///< times, even where there is a reference
  std::size_t group = 0;  ///< only this one; 0: all
};

using OnProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Refers to the history. Throws `UsageError` if there is no such group.
[[nodiscard]] std::vector<Group> analyze(const History& history, const TrendOptions& options,
                                         const OnProgress& on_progress = {});

/// The latest figure against the median of those before it on the same level, as a share: 0.1 is ten percent slower.
/// Nothing if there are none before it.
[[nodiscard]] std::optional<double> latest_change(const Series& series);

/// Results of the benchmark that differ from the record before: the changes, by the index of the point.
struct ResultChange {
  std::size_t index;
  std::string what;
};
[[nodiscard]] std::vector<ResultChange> result_changes(const Series& series);

/// The changes to be expected by chance in series without any, in a sentence: `largest_p` for each that is long enough.
[[nodiscard]] std::string false_alarm_text(const std::vector<Group>& groups, double largest_p);

/// Whether its present level is slower than the one before.
[[nodiscard]] bool is_slower_now(const Series& series);

/// A record with an earlier date than the one before it in its group. The order of the lines counts.
struct FallingDate {
  const HistoryRecord *before, *record;
};
[[nodiscard]] std::vector<FallingDate> falling_dates(const History& history);

// The wording of text and page.

/// The first digits of a commit, with a + if the source was changed; "?" if it is unknown.
[[nodiscard]] std::string shown_commit(const HistoryRecord& record);
/// "lockstep_bench --isa=avx2; avx2; gcc 12.2.0; -O3; threads: 1; machine"
[[nodiscard]] std::string shown_configuration(const Group& group);
/// "1.20 ms -> 1.32 ms", or "0.083 -> 0.091 of the reference"; `between` stands between the two.
[[nodiscard]] std::string shown_figures(const Series& series, double first, std::string_view between, double second);
/// "+1.2 %"
[[nodiscard]] std::string shown_change(double share);
/// "slower by 10.2 % since 5f6a7b8c9d (2026-01-31, after 0a1b2c3d4e): 1.20 ms -> 1.32 ms, p = 3e-09": the first commit
/// that is slow, and the one before it in the history.
[[nodiscard]] std::string describe(const Series& series, const ChangePoint& change);

}  // namespace lockstep::tools::perf
