// The subcommands of lockstep perf.
#pragma once

#include "program/action.hpp"

namespace lockstep::tools {

[[nodiscard]] Action add_perf_command(CLI::App& command);

namespace perf {

[[nodiscard]] Action add_compare_command(CLI::App& command);
[[nodiscard]] Action add_selftest_command(CLI::App& command);
[[nodiscard]] Action add_record_command(CLI::App& command);
[[nodiscard]] Action add_trend_command(CLI::App& command);
[[nodiscard]] Action add_report_command(CLI::App& command);

}  // namespace perf

}  // namespace lockstep::tools
