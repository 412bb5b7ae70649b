#include "program/program.hpp"

#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lockstep/config.hpp>

#include "output/standard_output.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// The command line as far as it was understood: "lockstep-perf trend".
std::string command_of(const CLI::App& app) {
  const std::vector<const CLI::App*> parsed = app.get_subcommands([](const CLI::App* part) { return part->parsed(); });
  return parsed.empty() ? app.get_name() : concat(app.get_name(), " ", command_of(*parsed.front()));
}

/// Help and version go to standard output, mistakes to standard error.
ExitCode report_parse_result(const CLI::App& app, const CLI::ParseError& error, StandardOutput& output) {
  if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr) {
    output.write(concat(app.get_name(), " ", LOCKSTEP_VERSION, "\n"));
    return exit_ok;
  }
  if (error.get_exit_code() == 0) {
    output.write(app.help());
    return exit_ok;
  }
  throw UsageError(concat(error.what(), "; ", command_of(app), " --help lists what there is"));
}

ExitCode run_command_line(const Program& program, int argc, char** argv, StandardOutput& output) {
  CLI::App app(program.description, program.name);
  app.require_subcommand(1);
  app.set_version_flag("--version", LOCKSTEP_VERSION);
  app.footer(program.footer);
  Action action;
  program.add_commands(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report_parse_result(app, error, output);
  }
  return action(output);
}

int fail(ExitCode code, const char* what) {
  std::fprintf(stderr, "lockstep: %s\n", what);
  return code;
}

}  // namespace

void add_command(CLI::App& app, Action& chosen, const char* name, const char* description, Action (*build)(CLI::App&)) {
  CLI::App& command = *app.add_subcommand(name, description);
  command.footer(app.get_footer());
  command.callback([&chosen, run = build(command)] { chosen = run; });
}

int run_program(const Program& program, int argc, char** argv) {
  reserve_standard_streams();
  // Exceeding the file size limit is then an error like a full disk, with the same cleanup.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    StandardOutput output;
    const ExitCode code = run_command_line(program, argc, argv, output);
    output.finish();
    return code;
  } catch (const std::bad_alloc&) {
    return fail(exit_internal, "out of memory");
  } catch (const std::exception& error) {
    if (const std::optional<ExitCode> code = program.code_of(error)) return fail(*code, error.what());
    return fail(exit_internal, concat("a fault of this program, please report it: ", error.what()).c_str());
  }
}

}  // namespace lockstep::tools
