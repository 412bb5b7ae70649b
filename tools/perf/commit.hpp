// The commit that is checked out here.
#pragma once

#include <optional>
#include <string>

namespace lockstep::tools::perf {

struct Commit {
  std::string id;
  bool modified = false;  ///< tracked files differ from it
};

/// Git's answer for the current folder; nothing outside of a repository or without git. Changes of the file `besides`
/// do not count: a history may lie in the repository that it is about.
[[nodiscard]] std::optional<Commit> current_commit(const std::string& besides);

}  // namespace lockstep::tools::perf
