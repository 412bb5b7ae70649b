// Runs a command to its end: git, a build.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tools::perf {

struct Command {
  std::vector<std::string> words;       ///< the program, as PATH finds it, and its arguments
  std::string folder = {};              ///< where it runs; empty: here
  std::string input = {};               ///< of its standard input
  std::string log = {};                 ///< a file for both of its outputs; empty: they are returned
  std::optional<double> timeout = {};   ///< in seconds
  std::vector<std::string> unset = {};  ///< variables that are not handed on
  std::vector<std::pair<std::string, std::string>> set = {};  ///< and others that are added
};

struct CommandEnd {
  bool timed_out = false;
  int exit_code = 0;  ///< 128 and the signal if one ended it
  std::string out, err;

  [[nodiscard]] bool succeeded() const { return !timed_out && exit_code == 0; }
};

/// The command and all processes that it started end before this returns, or when a signal ends this program. Throws
/// `SystemError` if it cannot be started.
[[nodiscard]] CommandEnd run_command(const Command& command);

}  // namespace lockstep::tools::perf
