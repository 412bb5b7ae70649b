// Options that several subcommands of perf share.
#pragma once

#include "perf/compare.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools::perf {

/// How programs are run: --runs, --cpu, --no-pin, --allow-busy.
void add_measure_options(CLI::App& command, MeasureOptions& options);

/// What stands behind `--` on the command line.
void add_program_flags(CLI::App& command, std::vector<std::string>& flags);

inline constexpr const char* exit_codes =
    "Exit codes: 0 same or faster; 1 slower; 2 too noisy to say, or nothing could be measured;\n"
    "3 the results could not be written; 4 anything else.";

}  // namespace lockstep::tools::perf
