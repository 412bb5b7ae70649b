// The program `lockstep-perf`, which is `lockstep perf` too: did a change make a program slower?
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"
#include "perf/exit_codes.hpp"
#include "program/program.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

void add_commands(CLI::App& app, Action& chosen) {
  const auto add = [&](const char* name, const char* description, Action (*build)(CLI::App&)) {
    add_command(app, chosen, name, description, build);
  };
  add("compare", "Compare two benchmark programs: is the new one slower?", add_compare_command);
  add("selftest", "Compare a benchmark program with itself: what can be told from noise here?", add_selftest_command);
  add("bisect", "Find the commit that made a benchmark slower", add_bisect_command);
  add("record", "Add what a benchmark program measures to a history", add_record_command);
  add("trend", "Find where the benchmarks of a history changed", add_trend_command);
  add("report", "Show a history as a page", add_report_command);
  add("manual", "Print the manual page: lockstep-perf manual | man -l -", add_manual_command);
  add("completion", "Print what a shell completes at the Tab key", add_completion_command);
  for (const char* name : {"manual", "completion"})
    app.get_subcommand(name)->footer(
        "Exit codes: 0 done; 4 it could not be written, or anything else; 64 wrong usage.");
}

/// They distinguish a slowdown from everything else.
std::optional<ExitCode> code_of(const std::exception& error) {
  if (is<UsageError>(error)) return exit_usage;
  if (is<MeasurementError>(error)) return exit_program;
  if (is<ReadError>(error) || is<OutputError>(error) || is<SystemError>(error)) return exit_failed;
  return std::nullopt;
}
static_assert(static_cast<int>(exit_failed) == static_cast<int>(exit_internal));

constexpr Program this_program{"lockstep-perf", "lockstep-perf: did a change make a benchmark program slower?",
                               exit_codes, add_commands, code_of};

/// The arguments, in which those that are handed on stay as they are: [!benchmark] chooses tests of Catch2.
std::vector<std::string> marked(int argc, char** argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  bool is_handed_on = false;
  for (std::string& argument : arguments) {
    if (is_handed_on && argument.starts_with('[')) argument.insert(0, 1, kept_mark);
    is_handed_on |= argument == "--";
  }
  return arguments;
}

int run(int argc, char** argv) {
  std::vector<std::string> arguments = marked(argc, argv);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return run_program(this_program, argc, pointers.data());
}

}  // namespace
}  // namespace lockstep::tools::perf

int main(int argc, char** argv) { return lockstep::tools::perf::run(argc, argv); }
