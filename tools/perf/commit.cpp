#include "perf/commit.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "perf/exit_codes.hpp"
#include "perf/process.hpp"

namespace lockstep::tools::perf {
namespace {

/// The output of git with these arguments, for the current folder; nothing if it fails or is missing.
std::optional<std::string> output_of_git(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "git");
  try {
    CommandEnd end = run_command({.words = std::move(arguments)});
    return end.succeeded() ? std::optional(std::move(end.out)) : std::nullopt;
  } catch (const SystemError&) {
    return std::nullopt;
  }
}

std::string without_line_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code no_such_file;
  return std::filesystem::equivalent(a, b, no_such_file);
}

/// "XY path", each ended by a zero; a renamed file's old name follows.
bool names_other_file(std::string_view status, const std::filesystem::path& root, const std::string& besides) {
  while (!status.empty()) {
    const std::string_view entry = status.substr(0, status.find('\0'));
    if (entry.size() <= 3 || !is_same_file(root / entry.substr(3), besides)) return true;
    status.remove_prefix(std::min(entry.size() + 1, status.size()));
  }
  return false;
}

}  // namespace

std::optional<Commit> current_commit(const std::string& besides) {
  const auto id = output_of_git({"rev-parse", "--verify", "HEAD"});
  const auto root = output_of_git({"rev-parse", "--show-toplevel"});
  const auto status = output_of_git({"--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=no"});
  if (!id || !root || !status) return std::nullopt;
  return Commit{without_line_end(*id), names_other_file(*status, without_line_end(*root), besides)};
}

}  // namespace lockstep::tools::perf
