// lockstep perf report: a history as a page.
#include <memory>

#include <CLI/CLI.hpp>

#include "output/atomic_file.hpp"
#include "output/standard_output.hpp"
#include "perf/commands.hpp"
#include "perf/history_page.hpp"
#include "perf/trend_options.hpp"
#include "readers/error.hpp"
#include "readers/load_frames.hpp"

namespace lockstep::tools::perf {
namespace {

struct Options : TrendCommandOptions {
  std::string html;
};

ExitCode run(const Options& options, StandardOutput& output) {
  const History history = load_history(options.history);
  const std::vector<Group> groups = analyze(history, options);
  const std::string title = shown_name(options.history);
  write_file_atomically(options.html, history_page(title.substr(title.rfind('/') + 1), groups, options.trend.changes));
  output.write(concat("report: ", shown_name(options.html), "\n"));
  return exit_ok;
}

}  // namespace

Action add_report_command(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_trend_options(command, *options);
  command.add_option("--html", options->html, "file that the page is written to")->required();
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
