// Options that several subcommands of perf share.
#pragma once

#include <optional>

#include "perf/compare.hpp"

namespace CLI {
class App;
}

namespace lockstep::tools::perf {

/// How programs are run: --runs, --cpu, --no-pin, --allow-busy, --timeout.
void add_measure_options(CLI::App& command, MeasureOptions& options);

/// When a benchmark is decided: --until-decided, --most-runs, --gate.
void add_decision_options(CLI::App& command, MeasureOptions& options, double& gate_percent);

void add_timeout(CLI::App& command, std::optional<double>& timeout);

/// The arguments behind `--` on the command line.
void add_program_flags(CLI::App& command, std::vector<std::string>& flags);

inline constexpr const char* exit_codes =
    "Exit codes: 0 nothing is slower, or done; 1 slower; 2 some benchmarks are undecided, and none is slower;\n"
    "3 a program failed, is missing, hung (--timeout) or ran no benchmark; 4 a file could not be read or written,\n"
    "or anything else; 64 wrong usage.";

}  // namespace lockstep::tools::perf
