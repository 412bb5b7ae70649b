// The program `lockstep`: its subcommands and the exit codes of its errors.
#include <string_view>

#include "commands/command.hpp"
#include "commands/perf.hpp"
#include "program/program.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

void add_commands(CLI::App& app, Action& chosen) {
  const auto add = [&](const char* name, const char* description, Action (*build)(CLI::App&)) {
    add_command(app, chosen, name, description, build);
  };
  add("cull", "Cull the objects of a scene for each of its cameras", add_cull_command);
  add("pairs", "Answer the queries of a pair file", add_pairs_command);
  add("rays", "Find what each ray of a file hits first", add_rays_command);
  add("trace", "Show step by step how a query of a pair file comes to its verdict", add_trace_command);
  add("overlap", "Find the overlapping pairs of a crowd or of particles, frame by frame", add_overlap_command);
  add("neighbours", "Find the neighbours of points in a periodic cell", add_neighbours_command);
  add("perf", "Compare benchmark programs: did a change make them slower? Runs lockstep-perf, see lockstep-perf(1)",
      add_perf_command);
  add("info", "Show version and instruction sets", add_info_command);
  add("manual", "Print the manual page: lockstep manual | man -l -", add_manual_command);
  add("completion", "Print what a shell completes at the Tab key", add_completion_command);
}

std::optional<ExitCode> code_of(const std::exception& error) {
  if (is<ReadError>(error)) return exit_bad_input;
  if (is<UsageError>(error)) return exit_usage;
  if (is<OutputError>(error)) return exit_output;
  return std::nullopt;
}

constexpr Program this_program{"lockstep", "lockstep: which of many convex shapes overlap?",
                               "Exit codes: 0 done; 1 input that cannot be read or is not valid; 2 wrong usage;\n"
                               "3 the results could not be written; 4 anything else.",
                               add_commands, code_of};

}  // namespace
}  // namespace lockstep::tools

int main(int argc, char** argv) {
  // The other program inherits these, so this comes before anything changes them: its streams and signals.
  if (argc > 1 && std::string_view(argv[1]) == "perf") return lockstep::tools::run_perf(argv);
  return lockstep::tools::run_program(lockstep::tools::this_program, argc, argv);
}
