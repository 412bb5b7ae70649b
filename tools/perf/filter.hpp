// Runs a part of a program's benchmarks.
#pragma once

#include <span>
#include <string>

#include "perf/benchmark_program.hpp"

namespace lockstep::tools::perf {

/// The program with a flag by which it runs the benchmarks of these names alone, whatever its own filter. Without the
/// flag if the names are too long for a command line, or if no program of its format takes it: one that runs more does
/// no harm.
[[nodiscard]] BenchmarkProgram only(BenchmarkProgram program, std::span<const std::string> names);

}  // namespace lockstep::tools::perf
