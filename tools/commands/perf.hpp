// lockstep perf is a program of its own, lockstep-perf, which is built without the library.
#pragma once

#include "program/action.hpp"

namespace lockstep::tools {

/// The text of --help, the manual page and completions about it.
[[nodiscard]] Action add_perf_command(CLI::App& command);

/// Becomes the program lockstep-perf with the arguments behind `perf`: its exit code and the signals that end it are
/// those of this process. Looks for it in the folder of this program, then in PATH. Returns an exit code only if it
/// cannot be run, after a message on standard error.
[[nodiscard]] int run_perf(char** argv);

}  // namespace lockstep::tools
