// The subcommands that a culling-only program (LOCKSTEP_JOBS=cull) knows by name alone.
#include <string>

#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Accepts any options and says how to get a program that has the subcommand.
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
Action add_neighbours_command(CLI::App& command) { return left_out(command); }

}  // namespace lockstep::tools
