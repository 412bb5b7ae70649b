// The program `lockstep`: subcommands, and what becomes of their errors.
#include <csignal>
#include <cstdio>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lockstep/version.hpp>

#include "commands/command.hpp"
#include "output/standard_output.hpp"
#include "perf/commands/commands.hpp"
#include "perf/exit_codes.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* footer =
    "Exit codes: 0 done; 1 input that cannot be read or is not valid; 2 wrong usage;\n"
    "3 the results could not be written; 4 anything else.";

/// What was asked for, as far as it was understood: "lockstep perf trend".
std::string command_of(const CLI::App& app) {
  const std::vector<const CLI::App*> parsed = app.get_subcommands([](const CLI::App* part) { return part->parsed(); });
  return parsed.empty() ? app.get_name() : concat(app.get_name(), " ", command_of(*parsed.front()));
}

/// Help and version go to standard output, mistakes to standard error.
ExitCode report_parse_result(const CLI::App& app, const CLI::ParseError& error, StandardOutput& output) {
  if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr) {
    output.write(concat("lockstep ", LOCKSTEP_VERSION, "\n"));
    return exit_ok;
  }
  if (error.get_exit_code() == 0) {
    output.write(app.help());
    return exit_ok;
  }
  throw UsageError(concat(error.what(), "; ", command_of(app), " --help lists what there is"));
}

ExitCode run_command_line(int argc, char** argv, StandardOutput& output) {
  CLI::App app("lockstep: which of many convex shapes overlap?", "lockstep");
  app.require_subcommand(1);
  app.set_version_flag("--version", LOCKSTEP_VERSION);
  app.footer(footer);
  Action action;
  const auto add = [&](const char* name, const char* description, Action (*build)(CLI::App&)) {
    CLI::App& command = *app.add_subcommand(name, description);
    command.footer(footer);
    command.callback([&action, run = build(command)] { action = run; });
  };
  add("cull", "Cull the objects of a scene for each of its cameras", add_cull_command);
  add("pairs", "Answer the queries of a pair file", add_pairs_command);
  add("rays", "Find what each ray of a file hits first", add_rays_command);
  add("trace", "Show step by step how a query of a pair file comes to its verdict", add_trace_command);
  add("overlap", "Find the overlapping pairs of a crowd or of particles, frame by frame", add_overlap_command);
  add("perf", "Compare benchmark programs; did a change make them slower?", add_perf_command);
  add("info", "Show version and instruction sets", add_info_command);
  add("manual", "Print the manual page: lockstep manual | man -l -", add_manual_command);
  add("completion", "Print what a shell completes at the Tab key", add_completion_command);
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

/// Which code an error gets. Those of `lockstep perf` tell a slowdown from everything else.
struct ErrorCodes {
  ExitCode input, usage, output, internal;
};
constexpr ErrorCodes usual_codes{exit_bad_input, exit_usage, exit_output, exit_internal};
constexpr ErrorCodes perf_codes{perf::exit_failed, perf::exit_usage, perf::exit_failed, perf::exit_failed};

int run(int argc, char** argv) {
  const ErrorCodes& codes = argc > 1 && std::string_view(argv[1]) == "perf" ? perf_codes : usual_codes;
  try {
    StandardOutput output;
    const ExitCode code = run_command_line(argc, argv, output);
    output.finish();
    return code;
  } catch (const ReadError& error) {
    return fail(codes.input, error.what());
  } catch (const UsageError& error) {
    return fail(codes.usage, error.what());
  } catch (const perf::MeasurementError& error) {
    return fail(perf::exit_program, error.what());
  } catch (const perf::SystemError& error) {
    return fail(perf::exit_failed, error.what());
  } catch (const OutputError& error) {
    return fail(codes.output, error.what());
  } catch (const std::bad_alloc&) {
    return fail(codes.internal, "out of memory");
  } catch (const std::exception& error) {
    return fail(codes.internal, concat("a fault of this program, please report it: ", error.what()).c_str());
  }
}

}  // namespace
}  // namespace lockstep::tools

int main(int argc, char** argv) {
  lockstep::tools::reserve_standard_streams();
  // A file that outgrows its limit is then an error like a full disk, and cleaned up after.
  std::signal(SIGXFSZ, SIG_IGN);
  return lockstep::tools::run(argc, argv);
}
