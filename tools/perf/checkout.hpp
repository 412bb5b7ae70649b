// Builds of commits, each in a checkout of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perf/benchmark_program.hpp"
#include "perf/git.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {

/// How a commit becomes a benchmark program.
struct Recipe {
  std::string build;                    ///< a command of the shell
  std::vector<std::string> run;         ///< the program and its arguments, or a command line of `sh`
  std::optional<double> build_timeout;  ///< in seconds
  std::optional<double> timeout;        ///< of one run, likewise
  std::optional<Format> format = {};    ///< of its results
  bool is_command = false;
};

/// The words of a command, which blanks part; quotes keep blanks. Throws `UsageError` that names `option` if there is no
/// word or a quote is open.
[[nodiscard]] std::vector<std::string> words_of(std::string_view option, std::string_view command);

/// A folder with a git worktree for each commit. One folder is not shared between commits: a program may need what
/// lies beside it, libraries or data. Their names have the same length, because the length of a program's path moves its
/// stack, and with it the times of tight loops.
class Checkouts {
 public:
  Checkouts(const Repository& repository, std::string folder, Recipe recipe)
      : repository_(&repository), folder_(std::move(folder)), recipe_(std::move(recipe)) {}

  /// Checks the commit out and builds it. Returns why that failed; nothing if the program is there. Throws `SystemError`
  /// if a signal ended the build, which says nothing about the commit (git bisect run stops there too).
  [[nodiscard]] std::optional<std::string> build(const std::string& commit) const;
  /// Whether the program of a commit that was built is still there.
  [[nodiscard]] bool has(const std::string& commit) const;
  [[nodiscard]] BenchmarkProgram program(const std::string& commit) const;
  void remove(const std::string& commit) const;
  /// The output of its build.
  [[nodiscard]] std::string log_of(const std::string& commit) const { return folder_of(commit) + ".log"; }

 private:
  [[nodiscard]] std::string folder_of(const std::string& commit) const { return concat(folder_, "/", commit); }
  [[nodiscard]] std::string program_file(const std::string& commit) const;

  const Repository* repository_;
  std::string folder_;
  Recipe recipe_;
};

}  // namespace lockstep::tools::perf
