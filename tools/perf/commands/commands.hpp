// The subcommands of lockstep-perf.
#pragma once

#include "program/action.hpp"

namespace lockstep::tools::perf {

[[nodiscard]] Action add_compare_command(CLI::App& command);
[[nodiscard]] Action add_selftest_command(CLI::App& command);
[[nodiscard]] Action add_bisect_command(CLI::App& command);
[[nodiscard]] Action add_record_command(CLI::App& command);
[[nodiscard]] Action add_trend_command(CLI::App& command);
[[nodiscard]] Action add_report_command(CLI::App& command);

}  // namespace lockstep::tools::perf
