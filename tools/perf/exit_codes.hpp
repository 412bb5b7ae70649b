// Exit codes of lockstep-perf: a script can distinguish a slowdown from noise, and both from errors.
#pragma once

#include <stdexcept>

#include "text/exit_code.hpp"

namespace lockstep::tools::perf {

// exit_ok means "nothing is slower", or "done".
inline constexpr ExitCode exit_slower{1};
inline constexpr ExitCode exit_undecided{2};  ///< some benchmarks are too noisy, and none is slower
inline constexpr ExitCode exit_program{3};    ///< a program failed, is missing, hung or ran no benchmark
inline constexpr ExitCode exit_failed{4};     ///< a file that cannot be read or written, or anything else
inline constexpr ExitCode exit_usage{64};     ///< as sysexits.h has it

/// A benchmark program could not be run, or its output is unusable.
class MeasurementError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The system lacks space, processes or processors for a measurement: the measured program is not at fault.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace lockstep::tools::perf
