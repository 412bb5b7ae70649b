// The actions of subcommands, and the subcommands about the program itself.
#pragma once

#include <functional>

#include "text/exit_code.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools {

class StandardOutput;

/// The action of a subcommand, run once its options are read. Throws `ReadError`, `UsageError`, `OutputError`.
using Action = std::function<ExitCode(StandardOutput&)>;

// Each adds one subcommand to the program. The returned action reads the parsed values.
[[nodiscard]] Action add_manual_command(CLI::App& command);
[[nodiscard]] Action add_completion_command(CLI::App& command);

}  // namespace lockstep::tools
