// lockstep-perf trend: where did the level of a benchmark change?
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/standard_output.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/trend_options.hpp"
#include "perf/exit_codes.hpp"
#include "perf/trend_text.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

struct TrendCommand : TrendCommandOptions {
  std::string csv, fail_on;
};

ExitCode exit_code(const std::vector<Group>& groups) {
  for (const Group& group : groups)
    if (std::any_of(group.series.begin(), group.series.end(), is_slower_now)) return exit_slower;
  return exit_ok;
}

void write_csv(OutputFile& file, const std::vector<Group>& groups) {
  if (groups.size() > 1)
    throw UsageError(concat("--csv: the history has ", groups.size(),
                            " groups of records, which cannot be compared; choose one with --group"));
  const TrendTable table = trend_table(groups[0]);
  file.write(table.csv);
  file.commit();
  if (table.filled > 0)
    std::fputs(concat("lockstep: --csv: ", table.filled,
                      " cells of benchmarks that were not measured repeat the figure beside them\n")
                   .c_str(),
               stderr);
}

ExitCode run(const TrendCommand& options, StandardOutput& output) {
  CommandFiles files(output);
  files.reads("--history", options.history);
  std::optional<OutputFile> csv = files.writes("--csv", options.csv);
  const History history = load_history(options.history);
  const std::vector<Group> groups = analyze(history, options);
  if (csv) write_csv(*csv, groups);
  files.print(trend_text(groups, options.trend.changes));
  return options.fail_on.empty() ? exit_ok : exit_code(groups);
}

}  // namespace

Action add_trend_command(CLI::App& command) {
  const auto options = std::make_shared<TrendCommand>();
  add_trend_options(command, *options);
  add_file_option(command, "--csv", options->csv,
                  "write the figures of one group to this file, as Apache Otava reads them; - prints them");
  command
      .add_option("--fail-on", options->fail_on,
                  "slower: exit code 1 if the present level of a benchmark is slower than the one before it")
      ->check(CLI::IsMember({"slower"}));
  command.footer(
      "Exit codes: 0 done; 1 with --fail-on slower, if a benchmark is; 4 the history could not be read, the output "
      "not\n"
      "written, or anything else; 64 wrong usage.");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
