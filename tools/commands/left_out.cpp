// The subcommands of which a program that culls alone (LOCKSTEP_JOBS=cull) has the names.
#include <string>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Takes whatever options it is given, and says how to get what they are for.
Action left_out(CLI::App& command) {
  command.description(concat(command.get_description(), " (not in this build)"));
  command.prefix_command();
  return [name = command.get_name()](StandardOutput&) -> ExitCode {
    throw UsageError(concat(
        name,
        ": this program was built to cull alone (LOCKSTEP_JOBS=cull); with all subcommands it is built by: "
        "cmake -S . -B build/all -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_BENCH=OFF && cmake --build build/all"));
  };
}

}  // namespace

Action add_pairs_command(CLI::App& command) { return left_out(command); }
Action add_rays_command(CLI::App& command) { return left_out(command); }
Action add_trace_command(CLI::App& command) { return left_out(command); }
Action add_overlap_command(CLI::App& command) { return left_out(command); }

}  // namespace lockstep::tools
