// lockstep-perf report: a history as a page.
#include <memory>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/standard_output.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/trend_options.hpp"
#include "perf/history_page.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

struct ReportCommand : TrendCommandOptions {
  std::string html;
};

ExitCode run(const ReportCommand& options, StandardOutput& output) {
  CommandFiles files(output);
  files.reads("--history", options.history);
  OutputFile html = *files.writes("--html", options.html);
  const History history = load_history(options.history);
  const std::vector<Group> groups = analyze(history, options);
  const std::string title = shown_name(options.history);
  html.write(history_page(title.substr(title.rfind('/') + 1), groups, options.trend.changes));
  html.commit();
  files.print(concat("report: ", shown_name(options.html), "\n"));
  return exit_ok;
}

}  // namespace

Action add_report_command(CLI::App& command) {
  const auto options = std::make_shared<ReportCommand>();
  add_trend_options(command, *options);
  add_file_option(command, "--html", options->html, "file that the page is written to; - prints it")->required();
  command.footer(
      "Exit codes: 0 done; 4 the history could not be read, the page not written, or anything else; 64 wrong usage.");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
