// The exit codes of the program.
#pragma once

#include <stdexcept>

namespace lockstep::tools {

/// lockstep-perf has codes of its own: perf/exit_codes.hpp.
enum ExitCode : int {
  exit_ok = 0,
  exit_bad_input = 1,  ///< a file that cannot be read, is damaged, or holds bad data
  exit_usage = 2,      ///< an option or an instruction set that does not exist
  exit_output = 3,     ///< the results could not be written
  exit_internal = 4,   ///< anything else: out of memory, a fault of the program
};

/// The command line asks for something impossible.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The results could not be written.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep::tools
