#include "perf/checkout.hpp"

#include <unistd.h>

#include <filesystem>

#include "perf/exit_codes.hpp"
#include "perf/process.hpp"
#include "text/exit_code.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// The line of a log that says best what went wrong: the first error of a compiler, which draws arrows below it; else
/// the last line.
std::string problem_in(const std::string& path) {
  constexpr std::uint64_t most = std::uint64_t{64} << 20;
  try {
    const std::vector<std::byte> bytes = read_file(path, most);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t error = text.find(" error: ");
    return last_line_of(error == text.npos ? text : text.substr(0, text.find('\n', error)));
  } catch (const ReadError&) {
    return {};
  }
}

}  // namespace

std::vector<std::string> words_of(std::string_view option, std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (const char c : command) {
    const bool is_blank = quote == '\0' && (c == ' ' || c == '\t' || c == '\n');
    const bool is_quote = quote == '\0' ? c == '"' || c == '\'' : c == quote;
    if (!is_blank && !in_word) words.emplace_back();
    in_word = !is_blank;
    if (is_quote)
      quote = quote == '\0' ? c : '\0';
    else if (!is_blank)
      words.back() += c;
  }
  if (quote != '\0') throw UsageError(concat(option, ": ", quoted_word(command), " has a quote that does not end"));
  if (words.empty() || words[0].empty()) throw UsageError(concat(option, ": names no program"));
  return words;
}

std::string Checkouts::program_file(const std::string& commit) const {
  const std::string& name = recipe_.run[0];
  if (recipe_.is_command) return name;
  const std::string file = (std::filesystem::path(folder_of(commit)) / name).string();  // an absolute one stays
  std::error_code error;
  const bool from_path = name.find('/') == std::string::npos && !std::filesystem::exists(file, error);
  return from_path ? name : file;
}

bool Checkouts::has(const std::string& commit) const {
  const std::string file = program_file(commit);
  std::error_code error;
  return std::filesystem::is_directory(folder_of(commit), error) &&
         (recipe_.is_command || file.find('/') == std::string::npos || ::access(file.c_str(), X_OK) == 0);
}

std::optional<std::string> Checkouts::build(const std::string& commit) const {
  const std::string folder = folder_of(commit), log = log_of(commit);
  std::error_code ignored;
  std::filesystem::remove(log, ignored);
  remove(commit);  // of a build that was stopped
  repository_->add_worktree(folder, commit);
  const CommandEnd end = run_command({.words = {"/bin/sh", "-c", recipe_.build},
                                      .folder = folder,
                                      .log = log,
                                      .timeout = recipe_.build_timeout,
                                      .unset = git_variables()});
  constexpr int by_signal = 128;
  if (!end.timed_out && end.exit_code > by_signal)
    throw SystemError(concat("the build of ", short_commit(commit), " was ended by signal ", end.exit_code - by_signal,
                             "; the same command goes on from there"));
  std::string problem;
  if (end.timed_out)
    problem = concat("the build did not end within ", *recipe_.build_timeout, " s (--build-timeout)");
  else if (end.exit_code != 0)
    problem = concat("the build failed with exit code ", end.exit_code);
  else if (!has(commit))
    problem = concat("the build made no program ", printable(recipe_.run[0], 300));
  if (problem.empty()) return std::nullopt;
  const std::string said = problem_in(log);
  return concat(problem, said.empty() ? "" : "; it said: ", said, "; its log is ", shown_name(log));
}

BenchmarkProgram Checkouts::program(const std::string& commit) const {
  BenchmarkProgram program;
  program.path = program_file(commit);
  program.folder = folder_of(commit);
  program.flags.assign(recipe_.run.begin() + 1, recipe_.run.end());
  program.timeout = recipe_.timeout;
  program.format = recipe_.format;
  program.is_command = recipe_.is_command;
  return program;
}

void Checkouts::remove(const std::string& commit) const { repository_->remove_worktree(folder_of(commit)); }

}  // namespace lockstep::tools::perf
