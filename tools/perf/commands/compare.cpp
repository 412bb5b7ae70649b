// lockstep-perf compare: is the new program slower?
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/standard_output.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"
#include "perf/compare_text.hpp"
#include "perf/exit_codes.hpp"
#include "perf/instructions.hpp"
#include "perf/noise_floor.hpp"
#include "perf/result_files.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

struct CompareCommand {
  Contestants programs;
  std::vector<std::string> flags;
  MeasureOptions measure;
  double gate_percent = 3;
  std::string json, markdown, floor;
  bool force_gate = false, are_files = false;
};

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::slower) return exit_slower;
  if (verdict == Verdict::not_compared) return exit_program;
  return verdict == Verdict::too_noisy ? exit_undecided : exit_ok;
}

/// The two sides, which share all but their paths.
Contestants contestants(const CompareCommand& options) {
  Contestants programs = options.programs;
  programs.before.flags = options.flags;
  programs.before.timeout = options.measure.timeout;
  choose_format(programs.before);
  const std::string after = std::exchange(programs.after.path, {});
  programs.after = programs.before;
  programs.after.path = after;
  return programs;
}

void announce(const CompareCommand& options, const Contestants& programs, CommandFiles& files) {
  for (const auto& [name, program] : {std::pair("OLD", &programs.before), std::pair("NEW", &programs.after)}) {
    if (options.are_files) files.reads(name, program->path);
    if (!options.are_files && !program->is_command) files.runs(name, program->path);
  }
  files.reads("--floor", options.floor);
}

void check_possible(const CompareCommand& options, const std::optional<Format>& format) {
  if (options.are_files && format == Format::process) throw UsageError("--files: --format process has no files");
  if (options.measure.instructions) check_countable(format.value_or(Format::google));
}

ExitCode run(const CompareCommand& options, StandardOutput& output) {
  CommandFiles files(output);  // checked before hours are spent on measuring
  const Contestants programs = contestants(options);
  check_possible(options, programs.before.format);
  announce(options, programs, files);
  std::optional<OutputFile> json = files.writes("--json", options.json);
  std::optional<OutputFile> markdown = files.writes("--markdown", options.markdown);
  MeasureOptions measure = options.measure;
  measure.gate = options.gate_percent / 100;
  std::vector<NoiseFloor> floors;
  if (!options.floor.empty()) floors = read_noise_floors(options.floor);

  const auto check = [&](std::span<const std::string> names) {
    if (!options.force_gate) check_gate(measure.gate, floors, names);
  };
  const MeasuredComparison result =
      options.are_files ? compare_files(programs.before.path, programs.after.path, programs.before.format, measure.gate)
                        : compare(programs, measure, true, check);
  if (json) json->write(comparison_json(programs, measure, result)), json->commit();
  if (markdown) markdown->write(comparison_markdown(measure, result)), markdown->commit();
  files.print(comparison_table(programs, measure, result));
  return exit_code(result.verdict);
}

}  // namespace

Action add_compare_command(CLI::App& command) {
  const auto options = std::make_shared<CompareCommand>();
  add_file_option(
      command, "OLD", options->programs.before.path,
      "benchmark program before the change; in the current folder or PATH if it has no slash. With --command "
      "a command line, with --files a file")
      ->required();
  add_file_option(command, "NEW", options->programs.after.path, "and after it")->required();
  add_program_flags(command, options->flags);
  add_program_options(command, options->programs.before);
  add_measure_options(command, options->measure);
  add_decision_options(command, options->measure, options->gate_percent);
  add_file_option(command, "--floor", options->floor,
                  "noise floors that selftest saved: a gate below those of the benchmarks is refused");
  command.add_flag("--force-gate", options->force_gate, "unless this is said");
  add_file_option(command, "--json", options->json, "write the results to this file as JSON; - prints them");
  add_file_option(command, "--markdown", options->markdown,
                  "write a table for a pull request to this file; - prints it");
  command.add_flag("--instructions", options->measure.instructions,
                   "count them too, and say where they and time disagree: by valgrind, or for --command by the "
                   "processor's counters where the kernel gives them");
  CLI::Option* const files =
      command.add_flag("--files", options->are_files,
                       "OLD and NEW are files of results: their repetitions are compared, nothing is run");
  for (const char* const other : {"FLAGS", "--command", "--instructions", "--runs", "--cpu", "--no-pin", "--timeout",
                                  "--allow-busy", "--until-decided", "--most-runs", "--floor"})
    files->excludes(command.get_option(other));
  command.footer(exit_codes);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
