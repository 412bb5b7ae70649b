#include "perf/commands/trend_options.hpp"

#include <cstdio>
#include <optional>

#include <CLI/CLI.hpp>

#include "output/progress.hpp"
#include "perf/history_file.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {

void add_trend_options(CLI::App& command, TrendCommandOptions& options) {
  add_file_option(command, "--history", options.history,
                  "what lockstep-perf record wrote: a file, a folder, or git:BRANCH; - reads standard input")
      ->required();
  command.add_option("--gate", options.gate_percent, "smallest change that counts, in percent")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  command.add_option("--p", options.trend.changes.largest_p, "how likely by chance a change may be at most")
      ->check(CLI::Range(1e-12, 0.5))
      ->capture_default_str();
  command.add_flag("--times", options.trend.times, "times, also where there are references to compare with");
  command.add_option("--group", options.trend.group, "only the group of that number: one machine and configuration")
      ->check(CLI::PositiveNumber);
}

namespace {

void note_falling_dates(const History& history, const std::string& path) {
  const std::vector<FallingDate> falling = falling_dates(history);
  if (falling.empty()) return;
  const HistoryRecord &record = *falling[0].record, &before = *falling[0].before;
  const std::string others = falling.size() > 1 ? concat(", and those of ", falling.size() - 1, " other lines") : "";
  std::fputs(concat("lockstep: ", shown_name(path), ":", record.line, ": the date ", record.date,
                    " is earlier than that of line ", before.line, ", ", before.date, others,
                    "; the order of the lines counts as that of time: \"sort\" puts them in the order of their dates\n")
                 .c_str(),
             stderr);
}

}  // namespace

History load_history(const std::string& path) {
  History history = read_history(path);
  if (history.incomplete_from)
    std::fputs(concat("lockstep: ", shown_name(path), ":", history.records.size() + 1,
                      ": the last line is incomplete and left out: a recording was stopped there\n")
                   .c_str(),
               stderr);
  note_falling_dates(history, path);
  if (history.records.empty()) throw ReadError(concat(shown_name(path), ": holds no records"));
  return history;
}

std::vector<Group> analyze(const History& history, const TrendCommandOptions& options) {
  TrendOptions how = options.trend;
  how.changes.smallest_change = options.gate_percent / 100;
  std::optional<Progress> progress;
  return analyze(history, how, [&](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace("benchmarks", all);
    progress->set(done);
  });
}

}  // namespace lockstep::tools::perf
