// lockstep perf: did a change make a program slower?
#include <memory>

#include <CLI/CLI.hpp>

#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"

namespace lockstep::tools {

Action add_perf_command(CLI::App& command) {
  command.require_subcommand(1);
  command.footer(perf::exit_codes);
  const auto chosen = std::make_shared<Action>();
  const auto add = [&](const char* name, const char* description, Action (*build)(CLI::App&)) {
    CLI::App& part = *command.add_subcommand(name, description);
    part.callback([chosen, run = build(part)] { *chosen = run; });
  };
  add("compare", "Compare two benchmark programs: is the new one slower?", perf::add_compare_command);
  add("selftest", "Compare a benchmark program with itself: what can be told from noise here?",
      perf::add_selftest_command);
  add("record", "Add what a benchmark program measures to a history", perf::add_record_command);
  add("trend", "Find where the benchmarks of a history changed", perf::add_trend_command);
  add("report", "Show a history as a page", perf::add_report_command);
  return [chosen](StandardOutput& output) { return (*chosen)(output); };
}

}  // namespace lockstep::tools
