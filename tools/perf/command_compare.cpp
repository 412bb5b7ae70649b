// lockstep perf compare: is the new program slower?
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "output/atomic_file.hpp"
#include "output/standard_output.hpp"
#include "perf/commands.hpp"
#include "perf/common_options.hpp"
#include "perf/compare_text.hpp"
#include "perf/noise_floor.hpp"

namespace lockstep::tools::perf {
namespace {

struct Options {
  Contestants programs;
  std::vector<std::string> flags;
  MeasureOptions measure;
  double gate_percent = 3;
  std::string json, markdown, floor;
  bool force_gate = false;
};

/// Where results go besides the table: a file that is there before hours are spent on what goes into it, or standard
/// output in place of the table.
class Report {
 public:
  explicit Report(const std::string& path) : standard_(path == "-") {
    if (!path.empty() && !standard_) file_.emplace(path);
  }
  [[nodiscard]] bool is_standard_output() const { return standard_; }
  void write(const std::string& text, StandardOutput& output) {
    if (standard_) output.write(text);
    if (!file_) return;
    file_->write(text);
    file_->commit();
  }

 private:
  bool standard_;
  std::optional<AtomicFile> file_;
};

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::slower) return exit_slower;
  return verdict == Verdict::too_noisy ? exit_cannot_tell : exit_ok;
}

ExitCode run(const Options& options, StandardOutput& output) {
  if (!options.json.empty() && options.json == options.markdown)
    throw UsageError("--json and --markdown: both name the same file");
  MeasureOptions measure = options.measure;
  measure.gate = options.gate_percent / 100;
  Contestants programs = options.programs;
  programs.before.flags = programs.after.flags = options.flags;
  std::vector<NoiseFloor> floors;
  if (!options.floor.empty()) floors = read_noise_floors(options.floor);
  Report json(options.json), markdown(options.markdown);

  const MeasuredComparison result = compare(programs, measure, true, [&](std::span<const std::string> names) {
    if (!options.force_gate) check_gate(measure.gate, floors, names);
  });
  if (!options.json.empty()) json.write(comparison_json(programs, measure, result), output);
  if (!options.markdown.empty()) markdown.write(comparison_markdown(measure, result), output);
  if (!json.is_standard_output() && !markdown.is_standard_output())
    output.write(comparison_table(programs, measure, result));
  return exit_code(result.verdict);
}

}  // namespace

Action add_compare_command(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command
      .add_option("OLD", options->programs.before.path,
                  "benchmark program before the change; in the current folder or PATH if it has no slash")
      ->required();
  command.add_option("NEW", options->programs.after.path, "and after it")->required();
  add_program_flags(command, options->flags);
  add_measure_options(command, options->measure);
  command
      .add_option("--until-decided", options->measure.until_decided,
                  "minutes: more runs until each benchmark is decided or the time is up")
      ->check(CLI::Range(0.01, 10000.0));
  command.add_option("--gate", options->gate_percent, "smallest change that matters, in percent")
      ->check(CLI::Range(0.01, 1000.0))
      ->capture_default_str();
  command.add_option("--floor", options->floor,
                     "noise floors that selftest saved: a gate below those of the benchmarks is refused");
  command.add_flag("--force-gate", options->force_gate, "unless this is said");
  command.add_option("--json", options->json, "write the results to this file as JSON; - prints them");
  command.add_option("--markdown", options->markdown, "write a table for a pull request to this file; - prints it");
  command.footer(exit_codes);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools::perf
