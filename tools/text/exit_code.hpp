// What the program tells its caller.
#pragma once

#include <stdexcept>

namespace lockstep::tools {

enum ExitCode : int {
  exit_ok = 0,
  exit_bad_input = 1,  ///< a file that cannot be read, is damaged, or holds bad data
  exit_usage = 2,      ///< an option or an instruction set that does not exist
  exit_output = 3,     ///< the results could not be written
  exit_internal = 4,   ///< anything else: out of memory, a fault of the program
};

// What `lockstep perf compare` and `selftest` answer, as codes that a script can tell apart; 0 is "same or faster".
inline constexpr ExitCode exit_slower{1};
inline constexpr ExitCode exit_cannot_tell{2};  ///< nor if nothing could be measured

/// The command line asks for what cannot be.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The results could not be written.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A benchmark program could not be run, or what it wrote is of no use.
class MeasurementError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep::tools
