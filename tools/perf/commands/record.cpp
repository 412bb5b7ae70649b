// lockstep-perf record: measures a benchmark program and appends the result to a history.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/progress.hpp"
#include "output/standard_output.hpp"
#include "perf/benchmark_program.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"
#include "perf/commit.hpp"
#include "perf/exit_codes.hpp"
#include "perf/history_file.hpp"
#include "perf/machine.hpp"
#include "perf/processor.hpp"
#include "perf/recording.hpp"
#include "perf/rounds.hpp"
#include "perf/statistics.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// If other programs keep this many processors busy, the figures suffer. Runs shorter than a second are too short for
/// this test.
constexpr double most_foreign_load = 0.2, least_seconds = 1;

struct RecordCommand {
  BenchmarkProgram program;
  std::string history, commit, machine, operations;
  std::vector<std::string> references, results;
  int runs = 5;
};

void note(const std::string& text) { std::fputs(concat("lockstep: ", text, "\n").c_str(), stderr); }

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// The name of the program and the flags that change its work. Flags of Google Benchmark choose benchmarks and
/// repetitions only and are left out.
std::string shown_program(const BenchmarkProgram& program) {
  std::string text = program.is_command ? program.path : std::filesystem::path(program.path).filename().string();
  for (const std::string& flag : program.flags)
    if (!flag.starts_with("--benchmark_")) text += " " + flag;
  return printable(text, 1000);
}

OperationCounts read_operations(const std::string& path) {
  if (path.empty()) return {};
  try {
    return parse_operation_counts(read_file(path, max_benchmark_bytes));
  } catch (const ReadError& error) {
    throw ReadError(concat(shown_name(path), ": ", error.what(), "; is it what lockstep_count printed?"));
  }
}

RecordingOptions recording_options(const RecordCommand& options) {
  RecordingOptions how;
  for (const std::string& rule : options.references) how.references.push_back(parse_reference_rule(rule));
  how.results = options.results;
  how.operations = read_operations(options.operations);
  return how;
}

Commit commit_of(const RecordCommand& options) {
  if (!options.commit.empty()) return {printable(options.commit, 200), false};
  if (const std::optional<Commit> commit = current_commit(options.history)) return *commit;
  throw UsageError("no commit is checked out in the current folder (or there is no git); name one with --commit");
}

struct Runs {
  std::vector<BenchmarkOutput> outputs;
  std::size_t processors = 1;  ///< that the program could use
  double foreign_load = 0;     ///< median
  double seconds = 0;
};

/// The first run warms up, and shows whether the program has benchmarks of several threads; if not, it is pinned.
Runs run_all(const RecordCommand& options) {
  const std::vector<int> allowed = allowed_cpus();
  Progress progress("runs", static_cast<std::size_t>(options.runs) + 1);
  const bool threads = goes_by_wall_time(run_benchmark_program(options.program, {}).output);
  const std::vector<int> cpus = threads || allowed.empty() ? allowed : std::vector<int>{allowed.back()};
  Runs runs;
  std::vector<double> loads;
  for (int i = 0; i < options.runs; ++i) {
    progress.advance();
    ProgramRun run = run_benchmark_program(options.program, cpus);
    loads.push_back(run.foreign_load.value_or(0));
    runs.seconds += run.wall_seconds;
    runs.outputs.push_back(std::move(run.output));
  }
  runs.processors = cpus.empty() ? 1 : cpus.size();
  runs.foreign_load = median(loads);
  return runs;
}

HistoryRecord make_record(const RecordCommand& options, const Runs& runs, const Commit& commit) {
  const auto& context = runs.outputs[0].context;
  const auto told = [&](const char* key) {
    const auto found = context.find(key);
    return found == context.end() ? std::string() : found->second;
  };
  const Processor processor = this_processor();
  HistoryRecord record;
  record.date = now();
  record.commit = commit.id;
  record.modified = commit.modified;
  record.program = shown_program(options.program);
  record.machine = options.machine.empty() ? processor.key : printable(options.machine);
  record.cpu = processor.name;
  record.isa = told("isa");
  record.compiler = told("compiler");
  record.flags = told("flags");
  record.threads = static_cast<int>(runs.processors);
  return record;
}

/// The latest benchmark of that name in a history of the same program, on any machine.
const BenchmarkRecord* latest(const History& history, const std::string& program, const std::string& name) {
  for (auto record = history.records.rbegin(); record != history.records.rend(); ++record) {
    if (record->program != program) continue;
    for (const BenchmarkRecord& benchmark : record->benchmarks)
      if (benchmark.name == name) return &benchmark;
  }
  return nullptr;
}

std::string changed_results(const History& before, const HistoryRecord& record) {
  FewLines lines("other results than before: ");
  std::string text;
  for (const BenchmarkRecord& benchmark : record.benchmarks) {
    const BenchmarkRecord* const other = latest(before, record.program, benchmark.name);
    const std::string changes = other == nullptr ? "" : result_changes(*other, benchmark);
    if (!changes.empty()) text += lines.next(concat(benchmark.name, ": ", changes));
  }
  return text + lines.rest();
}

/// A clock that went back: trends use the order of the lines.
void note_earlier_date(const History& before, const HistoryRecord& record, const std::string& path) {
  for (auto other = before.records.rbegin(); other != before.records.rend(); ++other) {
    if (other->program != record.program || other->machine != record.machine) continue;
    if (record.date < other->date)
      note(concat(shown_name(path), ":", other->line, ": has the date ", other->date, ", which is later than now, ",
                  record.date, "; is the clock right?"));
    return;
  }
}

ExitCode run(const RecordCommand& asked, StandardOutput& output) {
  RecordCommand options = asked;
  choose_format(options.program);
  CommandFiles files(output);
  if (!options.program.is_command) files.runs("PROGRAM", options.program.path);
  files.reads("--operations", options.operations);
  files.adds_to("--history", options.history);
  const RecordingOptions how = recording_options(options);
  const Commit commit = commit_of(options);
  check_appendable(options.history);  // before hours of measuring
  const Runs runs = run_all(options);
  if (runs.foreign_load > most_foreign_load && runs.seconds > least_seconds)
    note(concat("something else kept ", std::round(10 * runs.foreign_load) / 10,
                " processors busy meanwhile; figures may be too high"));

  Recording recording = summarize(runs.outputs, how);
  FewLines missing("lockstep: not recorded: ");
  for (const auto* list : {&recording.failures, &recording.left_out})
    for (const std::string& what : *list) std::fputs(missing.next(what).c_str(), stderr);
  std::fputs(missing.rest().c_str(), stderr);
  if (recording.benchmarks.empty())
    throw MeasurementError(concat(printable(options.program.path, 300), ": measured nothing"));
  HistoryRecord record = make_record(options, runs, commit);
  record.benchmarks = std::move(recording.benchmarks);
  const Appended appended = append_record(options.history, record);
  note_earlier_date(appended.before, record, options.history);
  if (appended.removed > 0)
    note(concat(shown_name(options.history), ": ", appended.removed,
                " bytes of a recording that was stopped were removed from its end"));
  files.print(concat(shown_name(options.history), ": ", record.benchmarks.size(), " benchmarks, ", options.runs,
                     " runs, at ", record.commit, record.modified ? " with changes" : "", ", on ", record.machine, "\n",
                     changed_results(appended.before, record)));
  return recording.failures.empty() ? exit_ok : exit_program;
}

}  // namespace

Action add_record_command(CLI::App& command) {
  const auto options = std::make_shared<RecordCommand>();
  add_file_option(command, "PROGRAM", options->program.path,
                  "benchmark program; in the current folder or PATH if it has no slash. With --command a command line")
      ->required();
  add_program_flags(command, options->program.flags);
  add_program_options(command, options->program);
  add_file_option(command, "--history", options->history,
                  "where a record is added: a file of JSON lines; a folder, FOLDER/ if it is new; or git:BRANCH")
      ->required();
  command.add_option("--runs", options->runs, "processes that count; one more warms up")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--commit", options->commit,
                     "the commit that was built (default: from git in the current folder)");
  command.add_option("--machine", options->machine, "name of this kind of machine (default: its processor)");
  command
      .add_option("--reference", options->references,
                  "REGEX=NAME: benchmarks whose name fits are compared with that one; $1 is the first group")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--results", options->results, "counters of computed results, with commas between")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_file_option(command, "--operations", options->operations, "what lockstep_count printed, for the roofline");
  add_timeout(command, options->program.timeout);
  command.footer(
      "Exit codes: 0 recorded; 3 the program or one of its benchmarks failed, is missing, hung (--timeout) or ran no\n"
      "benchmark; 4 the history could not be read or written, or anything else; 64 wrong usage.");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
