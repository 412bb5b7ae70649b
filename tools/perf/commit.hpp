// What is checked out here.
#pragma once

#include <optional>
#include <string>

namespace lockstep::tools::perf {

struct Commit {
  std::string id;
  bool modified = false;  ///< tracked files differ from it
};

/// As git tells it of the current folder; nothing if it is in no repository, or there is no git. Changes of the file
/// `besides` do not count: a history may be in the repository that it is about.
[[nodiscard]] std::optional<Commit> current_commit(const std::string& besides);

}  // namespace lockstep::tools::perf
