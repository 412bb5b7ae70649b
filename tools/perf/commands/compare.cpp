// lockstep-perf compare: is the new program slower?
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "output/command_files.hpp"
#include "output/standard_output.hpp"
#include "perf/commands/commands.hpp"
#include "perf/commands/options.hpp"
#include "perf/compare_text.hpp"
#include "perf/exit_codes.hpp"
#include "perf/noise_floor.hpp"
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
  bool force_gate = false;
};

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::slower) return exit_slower;
  if (verdict == Verdict::not_compared) return exit_program;
  return verdict == Verdict::too_noisy ? exit_undecided : exit_ok;
}

ExitCode run(const CompareCommand& options, StandardOutput& output) {
  CommandFiles files(output);  // checked before hours are spent on measuring
  files.runs("OLD", options.programs.before.path);
  files.runs("NEW", options.programs.after.path);
  files.reads("--floor", options.floor);
  std::optional<OutputFile> json = files.writes("--json", options.json);
  std::optional<OutputFile> markdown = files.writes("--markdown", options.markdown);
  MeasureOptions measure = options.measure;
  measure.gate = options.gate_percent / 100;
  Contestants programs = options.programs;
  programs.before.flags = programs.after.flags = options.flags;
  programs.before.timeout = programs.after.timeout = measure.timeout;
  std::vector<NoiseFloor> floors;
  if (!options.floor.empty()) floors = read_noise_floors(options.floor);

  const MeasuredComparison result = compare(programs, measure, true, [&](std::span<const std::string> names) {
    if (!options.force_gate) check_gate(measure.gate, floors, names);
  });
  if (json) json->write(comparison_json(programs, measure, result)), json->commit();
  if (markdown) markdown->write(comparison_markdown(measure, result)), markdown->commit();
  files.print(comparison_table(programs, measure, result));
  return exit_code(result.verdict);
}

}  // namespace

Action add_compare_command(CLI::App& command) {
  const auto options = std::make_shared<CompareCommand>();
  add_file_option(command, "OLD", options->programs.before.path,
                  "benchmark program before the change; in the current folder or PATH if it has no slash")
      ->required();
  add_file_option(command, "NEW", options->programs.after.path, "and after it")->required();
  add_program_flags(command, options->flags);
  add_measure_options(command, options->measure);
  add_decision_options(command, options->measure, options->gate_percent);
  add_file_option(command, "--floor", options->floor,
                  "noise floors that selftest saved: a gate below those of the benchmarks is refused");
  command.add_flag("--force-gate", options->force_gate, "unless this is said");
  add_file_option(command, "--json", options->json, "write the results to this file as JSON; - prints them");
  add_file_option(command, "--markdown", options->markdown,
                  "write a table for a pull request to this file; - prints it");
  command.footer(exit_codes);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
