// lockstep-perf bisect: which commit made a benchmark slower?
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/standard_output.hpp"
#include "perf/bisect.hpp"
#include "perf/bisect_text.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"
#include "perf/compare_text.hpp"
#include "perf/exit_codes.hpp"
#include "perf/process_figures.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::uint64_t max_state_bytes = std::uint64_t{64} << 20;

struct BisectCommand {
  BisectQuestion question;  ///< with revisions as they were given
  BisectOptions how;
  Recipe recipe;
  BenchmarkProgram program;  ///< how its results are had
  double gate_percent = 3;
  std::string folder;
  bool restart = false, keep = false;
};

void print_note(const std::string& text) { std::fputs(concat("lockstep: ", text, "\n").c_str(), stderr); }

/// Locked against other bisections as long as it lives.
class StateFolder {
 public:
  explicit StateFolder(std::string path) : path_(std::move(path)) {
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0) throw OutputError(concat(shown_name(path_), ": cannot be used: ", std::strerror(errno)));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(descriptor_);
    throw UsageError(concat(shown_name(path_), ": another bisection is running there; give this one its own --state"));
  }
  ~StateFolder() { ::close(descriptor_); }
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file() const { return path_ + "/state.json"; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

std::optional<BisectState> read_state(const StateFolder& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder.file(), ignored)) return std::nullopt;
  try {
    const std::vector<std::byte> bytes = read_file(folder.file(), max_state_bytes);
    return parse_bisect_state({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const ReadError& error) {
    throw ReadError(concat(shown_name(folder.file()), ": ", error.what(), "; --restart begins anew"));
  }
}

void save_state(const StateFolder& folder, const BisectState& state) {
  StandardOutput unused;
  OutputFile file = *CommandFiles(unused).writes("--state", folder.file());
  file.write(to_json(state));
  file.commit();
}

/// The logs of builds that failed stay, as the answer names them.
void remove_checkouts(const Checkouts& checkouts, BisectState& state) {
  for (const std::string& commit : std::exchange(state.built, {})) {
    std::error_code ignored;
    std::filesystem::remove(checkouts.log_of(commit), ignored);
    checkouts.remove(commit);
  }
  for (const TriedCommit& tried : state.tried)
    if (tried.side == Side::unbuilt) checkouts.remove(tried.commit);
}

/// Whatever the state says: it may be damaged.
void remove_all(const StateFolder& folder, const Checkouts& checkouts) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  std::error_code ignored;
  std::filesystem::remove(folder.file(), ignored);
  for (const std::string& name : names) {
    if (is_commit(name)) checkouts.remove(name);
    if (name.ends_with(".log") && is_commit(std::string_view(name).substr(0, name.size() - 4)))
      std::filesystem::remove(folder.path() + "/" + name, ignored);
  }
}

BisectQuestion resolved(const Repository& repository, const BisectQuestion& asked, const BenchmarkProgram& program) {
  BisectQuestion question = asked;
  question.is_command = program.is_command;
  if (program.format) question.format = name_of(*program.format);
  // A slow run takes more of both times, and the answer would be: name one.
  if (program.format == Format::process && question.benchmark.empty()) question.benchmark = wall_time_row;
  question.good = repository.commit("--good", asked.good);
  question.bad = repository.commit("--bad", asked.bad);
  if (question.good == question.bad) throw UsageError("--good and --bad name the same commit");
  if (!repository.is_ancestor(question.good, question.bad))
    throw UsageError(concat("--good: ", short_commit(question.good), " is no ancestor of --bad, ",
                            short_commit(question.bad), "; is git merge-base of the two good?"));
  return question;
}

/// The state to go on with.
BisectState begin(const BisectCommand& options, const BisectQuestion& question, const StateFolder& folder,
                  const Checkouts& checkouts) {
  std::optional<BisectState> before = options.restart ? std::nullopt : read_state(folder);
  if (options.restart) remove_all(folder, checkouts);
  if (!before) return {question, "", {}, {}, {}, "", {}};
  if (before->question != question)
    throw UsageError(concat(shown_name(folder.file()), ": holds another bisection, with --good ",
                            short_commit(before->question.good), " --bad ", short_commit(before->question.bad),
                            " --build ", quoted_word(before->question.build), " --run ",
                            quoted_word(before->question.run),
                            "; go on with it, name another folder with --state, or "
                            "begin anew with --restart"));
  if (before->ends) print_note(concat("going on after ", before->tried.size(), " commits"));
  return *std::move(before);
}

ExitCode run(const BisectCommand& options, StandardOutput& output) {
  const Repository repository = Repository::here();
  BenchmarkProgram program = options.program;
  choose_format(program);
  const BisectQuestion question = resolved(repository, options.question, program);
  const StateFolder folder(
      std::filesystem::absolute(options.folder.empty() ? repository.common_folder() + "/lockstep-perf" : options.folder)
          .string());
  Recipe recipe = options.recipe;
  recipe.build = question.build;
  recipe.run = program.is_command ? std::vector{question.run} : words_of("--run", question.run);
  recipe.format = program.format;
  recipe.is_command = program.is_command;
  recipe.timeout = options.how.measure.timeout;
  const Checkouts checkouts(repository, folder.path(), recipe);
  BisectOptions how = options.how;
  how.measure.gate = options.gate_percent / 100;
  BisectState state = begin(options, question, folder, checkouts);
  const BisectOutcome outcome =
      bisect(repository, checkouts, how, state, {[&] { save_state(folder, state); }, print_note});
  if (!options.keep) {
    remove_checkouts(checkouts, state);
    save_state(folder, state);
  }
  if (outcome.suspects.empty()) {
    output.write(concat(comparison_table({checkouts.program(question.good), checkouts.program(question.bad)},
                                         how.measure, *outcome.ends),
                        "There is nothing to find: no benchmark that was asked for is slower at --bad.\n"));
    return exit_undecided;
  }
  output.write(bisect_text(repository, state, outcome));
  return is_sure(outcome, state) ? exit_ok : exit_undecided;
}

}  // namespace

Action add_bisect_command(CLI::App& command) {
  const auto options = std::make_shared<BisectCommand>();
  BisectQuestion& question = options->question;
  command.add_option("--good", question.good, "a commit at which the benchmark is fast")->required();
  command.add_option("--bad", question.bad, "a later commit at which it is slow")->required();
  command
      .add_option("--build", question.build,
                  "command of the shell that builds a commit, in a checkout of its own; a commit whose build fails is "
                  "skipped")
      ->required();
  command
      .add_option("--run", question.run,
                  "the benchmark program in that checkout, and its arguments; with --command a command line of sh")
      ->required();
  add_program_flags(command, question.flags);
  add_program_options(command, options->program);
  command.add_option("--benchmark", question.benchmark,
                     "its name (default: the one that is slower at --bad; of a whole run its wall time)");
  command.add_flag("--first-parent", question.first_parent,
                   "do not go into merged branches: finds the merge that brought it");
  add_measure_options(command, options->how.measure);
  add_decision_options(command, options->how.measure, options->gate_percent);
  command.add_option("--p", options->how.p, "most probability of a wrong verdict about any commit on the way")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  command
      .add_option("--build-timeout", options->recipe.build_timeout,
                  "seconds: a build that takes longer is ended, and its commit skipped (default: none)")
      ->check(CLI::Range(0.001, 1e7));
  add_file_option(command, "--state", options->folder,
                  "folder of the state and the checkouts (default: lockstep-perf in the .git folder); the same command "
                  "goes on where it was stopped");
  command.add_flag("--restart", options->restart, "forget the state and begin anew");
  command.add_flag("--keep", options->keep, "leave the checkouts in that folder at the end");
  command.footer(
      "Exit codes: 0 found, and confirmed; 2 not for sure: several commits cannot be distinguished, fresh runs do not\n"
      "confirm the answer, or nothing is slower; 3 one of the two ends does not build, or its program failed, is\n"
      "missing, hung (--timeout) or ran no benchmark; 4 a file could not be read or written, git failed, or anything\n"
      "else; 64 wrong usage.");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
