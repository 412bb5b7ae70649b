// What every program of subcommands has: what one of them does, and the subcommands that tell of the others.
#pragma once

#include <functional>

#include "text/exit_code.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools {

class StandardOutput;

/// What a subcommand does once its options are read. Throws `ReadError`, `UsageError`, `OutputError`.
using Action = std::function<ExitCode(StandardOutput&)>;

// Each adds one subcommand to the program; the returned action reads the values that were parsed.
[[nodiscard]] Action add_manual_command(CLI::App& command);
[[nodiscard]] Action add_completion_command(CLI::App& command);

}  // namespace lockstep::tools
