// A subcommand: its options, and what it does.
#pragma once

#include <functional>
#include <string>

#include "text/exit_code.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools {

class StandardOutput;

/// What a subcommand does once its options are read. Throws `ReadError`, `UsageError`, `OutputError`.
using Action = std::function<ExitCode(StandardOutput&)>;

// Each adds one subcommand to the program; the returned action reads the values that were parsed.
[[nodiscard]] Action add_cull_command(CLI::App& command);
[[nodiscard]] Action add_pairs_command(CLI::App& command);
[[nodiscard]] Action add_rays_command(CLI::App& command);
[[nodiscard]] Action add_trace_command(CLI::App& command);
[[nodiscard]] Action add_overlap_command(CLI::App& command);
[[nodiscard]] Action add_perf_command(CLI::App& command);
[[nodiscard]] Action add_info_command(CLI::App& command);
[[nodiscard]] Action add_manual_command(CLI::App& command);
[[nodiscard]] Action add_completion_command(CLI::App& command);

}  // namespace lockstep::tools
