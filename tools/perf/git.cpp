#include "perf/git.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "perf/exit_codes.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

std::string without_line_ends(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// "HASH (dist=3)", "HASH (tag: v1, dist=3)".
Candidate parse_candidate(std::string_view line) {
  Candidate candidate{std::string(line.substr(0, line.find(' '))), 0};
  constexpr std::string_view mark = "dist=";
  const std::size_t at = line.rfind(mark);
  if (at != line.npos) std::from_chars(line.data() + at + mark.size(), line.data() + line.size(), candidate.distance);
  if (!is_commit(candidate.commit)) throw SystemError(concat("git: listed no commit but ", quoted_word(line)));
  return candidate;
}

}  // namespace

std::vector<std::string> git_variables() { return {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"}; }

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string short_commit(const std::string& commit) { return commit.substr(0, 10); }

Repository Repository::here() {
  const CommandEnd end = run_command({.words = {"git", "rev-parse", "--git-common-dir"}});
  if (!end.succeeded()) throw UsageError(concat("the current folder is in no git repository: ", last_line_of(end.err)));
  return Repository(std::filesystem::absolute(without_line_ends(end.out)).lexically_normal().string());
}

CommandEnd Repository::run(std::vector<std::string> arguments, const std::string& input,
                           std::vector<std::pair<std::string, std::string>> variables) const {
  Command command{
      .words = {"git", "-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "--git-dir", common_}};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  command.input = input;
  command.unset = git_variables();
  command.set = std::move(variables);
  return run_command(command);
}

std::string Repository::output(std::vector<std::string> arguments, const std::string& input) const {
  const std::string what = arguments[0];
  const CommandEnd end = run(std::move(arguments), input);
  if (!end.succeeded())
    throw SystemError(concat("git ", what, ": failed with exit code ", end.exit_code, ": ", last_line_of(end.err)));
  return end.out;
}

std::string Repository::commit(std::string_view option, const std::string& revision) const {
  // The names of the user's checkout, HEAD above all, are those of the current folder.
  const CommandEnd end = run_command(
      {.words = {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", concat(revision, "^{commit}")}});
  if (!end.succeeded()) throw UsageError(concat(option, ": ", quoted_word(revision), " names no commit here"));
  return without_line_ends(end.out);
}

std::vector<std::string> Repository::parents(const std::string& commit) const {
  const std::string text = output({"rev-list", "--parents", "--max-count=1", commit});
  std::vector<std::string> list;
  for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1))
    list.push_back(text.substr(at + 1, text.find_first_of(" \n", at + 1) - at - 1));
  return list;
}

bool Repository::is_ancestor(const std::string& ancestor, const std::string& of) const {
  const CommandEnd end = run({"merge-base", "--is-ancestor", ancestor, of});
  if (end.exit_code > 1) throw SystemError(concat("git merge-base: ", last_line_of(end.err)));
  return end.succeeded();
}

std::string Repository::describe(const std::string& commit) const {
  const std::string text = output({"show", "--no-patch", "--date=short", "--format=%ad %an: %s", commit});
  return concat(short_commit(commit), " ", printable(without_line_ends(text), 300));
}

std::vector<Candidate> Repository::candidates(const std::string& bad, const std::vector<std::string>& good,
                                              bool first_parent) const {
  std::vector<std::string> arguments = {"rev-list", "--bisect-all", "--stdin"};
  if (first_parent) arguments.emplace_back("--first-parent");
  std::string input = bad + "\n";
  for (const std::string& commit : good) input += concat("^", commit, "\n");
  std::vector<Candidate> list;
  const std::string text = output(std::move(arguments), input);
  Lines lines(text);
  for (std::string_view line; lines.next(line);) list.push_back(parse_candidate(line));
  return list;
}

void Repository::add_worktree(const std::string& folder, const std::string& commit) const {
  static_cast<void>(output({"worktree", "add", "--detach", "--force", folder, commit}));
}

void Repository::remove_worktree(const std::string& folder) const {
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  static_cast<void>(output({"worktree", "prune"}));
}

}  // namespace lockstep::tools::perf
