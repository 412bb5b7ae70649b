// Runs a program to its end: a benchmark, a build, git. It ends in time and leaves no process behind.
#pragma once

#include <sys/resource.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/interrupt.hpp"

namespace lockstep::tools::perf {

/// An open file in the folder for temporary files, removed at the end.
class TemporaryFile {
 public:
  /// `name` is that of the program in errors.
  explicit TemporaryFile(const std::string& name);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
  std::optional<RemovedOnInterrupt> interrupt_;
};

struct ProcessStart {
  std::string name;                    ///< in errors
  std::vector<std::string> words;      ///< the program, found as a shell would find it, and its arguments
  std::string folder = {};             ///< where it runs; empty: here
  std::vector<int> cpus = {};          ///< the processors that it may use; empty: all that this process may use
  int output = -1;                     ///< descriptor of its standard output; -1: none
  int errors = -1;                     ///< likewise
  std::optional<double> timeout = {};  ///< in seconds
};

struct ProcessEnd {
  int status = 0;  ///< as `wait` has it
  rusage usage{};  ///< of the process and its children
  double wall_seconds = 0;
};

/// Runs a benchmark. The process and all that it started end before this returns, or when a signal ends this program.
/// Throws `MeasurementError` that names the program if it cannot be started or takes longer than `timeout`,
/// `SystemError` if the system is at fault.
[[nodiscard]] ProcessEnd run_process(const ProcessStart& start);

/// A command that is no benchmark: git, a build.
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

/// Ends as `run_process` does. Throws `SystemError` if it cannot be started.
[[nodiscard]] CommandEnd run_command(const Command& command);

/// Throws `MeasurementError` unless the program succeeded. `errors` is what it wrote to standard error.
void check_success(const std::string& name, int status, const TemporaryFile& errors);

/// The last line that is not blank, printable, for errors.
[[nodiscard]] std::string last_line_of(std::string_view text);

/// "; it said: LINE" with the last line that is not blank; empty if there is none.
[[nodiscard]] std::string last_words(const TemporaryFile& errors);

/// A shell needs "./" before a file of the current folder; here the name of a benchmark means that file.
[[nodiscard]] std::string file_of(const std::string& path);

[[noreturn]] void fail_program(const std::string& name, std::string_view problem);
[[noreturn]] void fail_system(const std::string& name, std::string_view problem, int error);

}  // namespace lockstep::tools::perf
