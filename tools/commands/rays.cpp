// lockstep rays: which shape does each ray of a file hit first, or does it hit any?
#include <memory>

#include <CLI/CLI.hpp>

#include <lockstep/world.hpp>

#include "commands/command.hpp"
#include "commands/options.hpp"
#include "commands/pair_text.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "pairs/mesh_files.hpp"
#include "pairs/ray_answers.hpp"
#include "pairs/ray_file.hpp"
#include "pairs/ray_queries.hpp"
#include "program/file_option.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

struct RaysCommand {
  std::string file, isa;
  bool any = false, all = false, json = false;
};

ExitCode run(const RaysCommand& options, StandardOutput& output) {
  const Isa isa = choose_isa(options.isa);
  CommandFiles files(output);
  files.reads("FILE", options.file);
  const PairText text(options.file);
  text.check_not_empty();
  LineProblems problems(text.shown);
  MeshFiles meshes(options.file);
  RayFile file = read_ray_file(
      text.view(), [&](const PairProblem& problem) { problems.add(problem.line, problem.field, problem.text); },
      &meshes);
  if (problems.any()) return exit_bad_input;
  for (const std::string& note : file.odd.notes(text.shown)) tell_note(note);
  const World world(std::move(file.shapes), {.isa = isa});
  const RayFormat format{options.json, text.shown, isa};
  if (options.all)
    write_ray_lists(file, all_of_each(file, world, isa), format, output);
  else
    write_ray_answers(file, first_of_each(file, world, isa), options.any, format, output);
  return exit_ok;
}

}  // namespace

Action add_rays_command(CLI::App& command) {
  const auto options = std::make_shared<RaysCommand>();
  add_file_option(command, "FILE", options->file, "shapes and rays (docs/ray-files.md); - reads standard input")
      ->required();
  CLI::Option* const any = command.add_flag("--any", options->any, "report only whether each ray hits anything");
  command.add_flag("--all", options->all, "list all that each ray hits, in the order in which it comes to them")
      ->excludes(any);
  command.add_option("--isa", options->isa, isa_help);
  command.add_flag("--json", options->json, "print JSON (docs/ray-files.md) instead of lines");
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
