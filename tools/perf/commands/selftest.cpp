// lockstep-perf selftest: the smallest change that this machine can distinguish from noise.
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

namespace lockstep::tools::perf {
namespace {

struct SelftestCommand {
  BenchmarkProgram program;
  MeasureOptions measure;
  std::string save;
};

ExitCode run(const SelftestCommand& options, StandardOutput& output) {
  CommandFiles files(output);
  BenchmarkProgram program = options.program;
  program.timeout = options.measure.timeout;
  choose_format(program);
  if (!program.is_command) files.runs("PROGRAM", program.path);
  std::optional<OutputFile> file = files.writes("--save", options.save);
  const MeasuredComparison result =
      compare({program, program}, options.measure, false, [](std::span<const std::string>) {});
  std::vector<NoiseFloor> floors;
  for (const Comparison& c : result.benchmarks)
    if (c.runs > 0) floors.push_back({c.name, noise_floor(c.interval)});
  if (floors.empty()) throw MeasurementError("no benchmark could be measured");
  if (file) {
    file->write(noise_floor_json(floors, options.measure.runs));
    file->commit();
  }
  files.print(noise_floor_table(options.program, options.measure, result, floors));
  return exit_ok;
}

}  // namespace

Action add_selftest_command(CLI::App& command) {
  const auto options = std::make_shared<SelftestCommand>();
  add_file_option(command, "PROGRAM", options->program.path,
                  "benchmark program, to be compared with itself; in the current folder or PATH if it has no slash")
      ->required();
  add_program_flags(command, options->program.flags);
  add_program_options(command, options->program);
  add_measure_options(command, options->measure);
  add_file_option(command, "--save", options->save,
                  "write the noise floors to this file, for compare --floor; - prints them");
  command.footer(exit_codes);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
