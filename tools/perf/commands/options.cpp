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

void add_timeout(CLI::App& command, std::optional<double>& timeout) {
  command
      .add_option("--timeout", timeout,
                  "seconds: a run of a program that takes longer is ended, and nothing is judged (default: none)")
      ->check(CLI::Range(0.001, 1e7));
}

void add_program_flags(CLI::App& command, std::vector<std::string>& flags) {
  command.add_option("FLAGS", flags, "behind --: handed on to the program, as --benchmark_filter=REGEX");
}

}  // namespace lockstep::tools::perf
