// What lockstep-perf asks of git.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "perf/process.hpp"

namespace lockstep::tools::perf {

/// A commit that a bisection may try.
struct Candidate {
  std::string commit;
  std::size_t distance = 0;  ///< the commits that a verdict about it rules out, at least
};

/// A git repository. All functions throw `UsageError` or `SystemError` with git's own words if it refuses.
class Repository {
 public:
  /// That of the current folder.
  [[nodiscard]] static Repository here();

  /// The folder of git's own data, which all worktrees share; absolute.
  [[nodiscard]] const std::string& common_folder() const { return common_; }

  /// The full name of the commit that `revision` names on the command line as `option`.
  [[nodiscard]] std::string commit(std::string_view option, const std::string& revision) const;
  [[nodiscard]] std::vector<std::string> parents(const std::string& commit) const;
  [[nodiscard]] bool is_ancestor(const std::string& ancestor, const std::string& of) const;
  /// "0123456789 2026-01-31 Name: the subject".
  [[nodiscard]] std::string describe(const std::string& commit) const;

  /// The commits from `bad` on down that are no ancestors of a good one, those first that halve them best.
  [[nodiscard]] std::vector<Candidate> candidates(const std::string& bad, const std::vector<std::string>& good,
                                                  bool first_parent) const;

  /// Checks out a commit in a folder of its own. The checkout of the user is not touched, and no hook runs.
  void add_worktree(const std::string& folder, const std::string& commit) const;
  void remove_worktree(const std::string& folder) const;

  /// The output of git with these arguments.
  [[nodiscard]] std::string output(std::vector<std::string> arguments, const std::string& input = {}) const;
  [[nodiscard]] CommandEnd run(std::vector<std::string> arguments, const std::string& input = {},
                               std::vector<std::pair<std::string, std::string>> variables = {}) const;

 private:
  explicit Repository(std::string common) : common_(std::move(common)) {}

  std::string common_;
};

/// Variables of git that would lead a command in another worktree back to this one.
[[nodiscard]] std::vector<std::string> git_variables();

/// Whether the text is the full name of a commit.
[[nodiscard]] bool is_commit(std::string_view text);

/// The first digits of a commit.
[[nodiscard]] std::string short_commit(const std::string& commit);

}  // namespace lockstep::tools::perf
