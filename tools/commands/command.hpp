// The subcommands of lockstep.
#pragma once

#include "program/action.hpp"

namespace lockstep::tools {

// Each adds one subcommand to the program. The returned action reads the parsed values.
[[nodiscard]] Action add_cull_command(CLI::App& command);
[[nodiscard]] Action add_pairs_command(CLI::App& command);
[[nodiscard]] Action add_rays_command(CLI::App& command);
[[nodiscard]] Action add_trace_command(CLI::App& command);
[[nodiscard]] Action add_overlap_command(CLI::App& command);
[[nodiscard]] Action add_neighbours_command(CLI::App& command);
[[nodiscard]] Action add_info_command(CLI::App& command);

}  // namespace lockstep::tools
