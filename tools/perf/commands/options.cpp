#include "perf/commands/options.hpp"

#include <CLI/CLI.hpp>

#include "perf/schedule.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {

void add_measure_options(CLI::App& command, MeasureOptions& options) {
  command.add_option("--runs", options.runs, "processes of each program and round, after one that does not count")
      ->check(CLI::Range(10, 1000))
      ->capture_default_str();
  CLI::Option* const cpu = command.add_option(
      "--cpu", options.cpu, "processor to pin the programs to (default: the last one, unless wall times are measured)");
  command.add_flag("!--no-pin", options.pin, "let them run on any processor")->excludes(cpu);
  add_timeout(command, options.timeout);
  command.add_flag("--allow-busy", options.allow_busy, "judge wall times although other programs run");
}

void add_decision_options(CLI::App& command, MeasureOptions& options, double& gate_percent) {
  command
      .add_option("--until-decided", options.until_decided,
                  concat("minutes: more runs until each benchmark is decided or the time is up (default: ",
                         usual_minutes, ", and up to ", usual_growth, " times the runs)"))
      ->check(CLI::Range(0.01, 10000.0));
  command
      .add_option("--most-runs", options.most_runs,
                  "processes of each program in all rounds; twice --runs are made in any case if something differs")
      ->check(CLI::Range(10, 1000000));
  command.add_option("--gate", gate_percent, "smallest change that matters, in percent")
      ->check(CLI::Range(0.01, 1000.0))
      ->capture_default_str();
}

void add_program_options(CLI::App& command, BenchmarkProgram& program) {
  command
      .add_option_function<std::string>(
          "--format", [&program](const std::string& name) { program.format = format_named(name); },
          concat(
              "of the results, which stand in the file that an argument calls ", results_word,
              ", or in standard output; process measures the run itself: wall time, processor time, peak memory, and "
              "instructions where the kernel gives counters (default: Google Benchmark's, or the one that the output "
              "shows)"))
      ->check(CLI::IsMember(format_names()));
  command.add_flag("--command", program.is_command,
                   "a program is a command line of sh, whose run is measured as --format process does, or another "
                   "--format says; what stands behind -- are its $1, $2, ...");
}

void choose_format(BenchmarkProgram& program) {
  if (program.is_command && !program.format) program.format = Format::process;
}

void add_timeout(CLI::App& command, std::optional<double>& timeout) {
  command
      .add_option("--timeout", timeout,
                  "seconds: a run of a program that takes longer is ended, and nothing is judged (default: none)")
      ->check(CLI::Range(0.001, 1e7));
}

void add_program_flags(CLI::App& command, std::vector<std::string>& flags) {
  const auto unmark = [](std::string& flag) {
    if (flag.starts_with(kept_mark)) flag.erase(0, 1);
    return std::string();
  };
  command.add_option("FLAGS", flags, "behind --: handed on to the program, as --benchmark_filter=REGEX")
      ->transform(CLI::Validator(unmark, ""));
}

}  // namespace lockstep::tools::perf
