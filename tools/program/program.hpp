// A program of subcommands: it parses its command line and reports errors.
#pragma once

#include <exception>
#include <optional>

#include "program/action.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {

struct Program {
  const char* name;
  const char* description;  ///< "NAME: what it is for"
  const char* footer;       ///< of --help: the exit codes
  /// Adds the subcommands by `add_command`.
  void (*add_commands)(CLI::App& app, Action& chosen);
  /// The exit code for an error that users see; nothing for all others, which are faults of the program and end it with
  /// `exit_internal`.
  std::optional<ExitCode> (*code_of)(const std::exception& error);
};

/// `build` adds the subcommand's options; its footer is that of the program unless `build` sets another.
void add_command(CLI::App& app, Action& chosen, const char* name, const char* description, Action (*build)(CLI::App&));

/// Runs the subcommand that the command line names. Returns the exit code, never throws.
[[nodiscard]] int run_program(const Program& program, int argc, char** argv);

template <class Error>
[[nodiscard]] bool is(const std::exception& error) {
  return dynamic_cast<const Error*>(&error) != nullptr;
}

}  // namespace lockstep::tools
