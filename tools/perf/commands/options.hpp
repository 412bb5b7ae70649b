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

/// How the results of a program are had: --format, --command.
void add_program_options(CLI::App& command, BenchmarkProgram& program);

/// A command line without a format is measured as a whole.
void choose_format(BenchmarkProgram& program);

void add_timeout(CLI::App& command, std::optional<double>& timeout);

/// CLI11 takes an argument such as [a,b] for a list of two, so `main` puts this before one that is handed on.
inline constexpr char kept_mark = '\x1F';

/// The arguments behind `--` on the command line.
void add_program_flags(CLI::App& command, std::vector<std::string>& flags);

inline constexpr const char* exit_codes =
    "Exit codes: 0 nothing is slower, or done; 1 slower; 2 some benchmarks are undecided, and none is slower;\n"
    "3 a program failed, is missing, hung (--timeout) or ran no benchmark; 4 a file could not be read or written,\n"
    "or anything else; 64 wrong usage.";

}  // namespace lockstep::tools::perf
