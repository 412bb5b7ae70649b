// What lockstep-perf answers as exit codes: a script can tell a slowdown from noise, and either from what broke.
#pragma once

#include <stdexcept>

#include "text/exit_code.hpp"

namespace lockstep::tools::perf {

// exit_ok is "nothing is slower", or "done".
inline constexpr ExitCode exit_slower{1};
inline constexpr ExitCode exit_undecided{2};  ///< some benchmarks are too noisy, and none is slower
inline constexpr ExitCode exit_program{3};    ///< a program failed, is missing, hung or ran no benchmark
inline constexpr ExitCode exit_failed{4};     ///< a file that cannot be read or written, or anything else
inline constexpr ExitCode exit_usage{64};     ///< as sysexits.h has it

/// A benchmark program could not be run, or what it wrote is of no use.
class MeasurementError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The system has no room, no process or no processor for a measurement: no fault of the program that is measured.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep::tools::perf
