#include "perf/commit.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace lockstep::tools::perf {
namespace {

/// The output of a command; nothing if it fails. The command is a constant and contains no input.
std::optional<std::string> output_of(const char* command) {
  constexpr std::size_t most = std::size_t{16} << 20;
  std::FILE* const pipe = ::popen(command, "re");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char part[4096];
  while (const std::size_t got = std::fread(part, 1, sizeof part, pipe))
    if (text.size() < most) text.append(part, got);
  return ::pclose(pipe) == 0 ? std::optional(std::move(text)) : std::nullopt;
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
  const auto id = output_of("git rev-parse --verify HEAD 2>/dev/null");
  const auto root = output_of("git rev-parse --show-toplevel 2>/dev/null");
  const auto status = output_of("git --no-optional-locks status --porcelain -z --untracked-files=no 2>/dev/null");
  if (!id || !root || !status) return std::nullopt;
  return Commit{without_line_end(*id), names_other_file(*status, without_line_end(*root), besides)};
}

}  // namespace lockstep::tools::perf
