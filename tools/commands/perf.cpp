#include "commands/perf.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>

namespace lockstep::tools {
namespace {

constexpr const char* perf_program = "lockstep-perf";

/// The program of that name in the folder of this one; empty if the system does not report that folder.
std::string beside_this_program() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string() : (self.parent_path() / perf_program).string();
}

}  // namespace

Action add_perf_command(CLI::App& command) {
  command.prefix_command();
  command.add_option("SUBCOMMAND", "with all that follows it: handed on; lockstep perf --help lists the subcommands")
      ->required();
  return [](StandardOutput&) { return exit_internal; };  // main has become lockstep-perf by then
}

int run_perf(char** argv) {
  std::string name = perf_program;
  char** const arguments = argv + 1;
  arguments[0] = name.data();
  const std::string beside = beside_this_program();
  if (!beside.empty()) ::execv(beside.c_str(), arguments);
  const bool is_beside = !beside.empty() && errno != ENOENT;
  if (!is_beside) ::execvp(perf_program, arguments);
  if (errno == ENOENT && !is_beside)
    std::fprintf(stderr,
                 "lockstep: perf: the program %s is neither in the folder of this program nor in PATH; build it "
                 "from the sources of lockstep: cmake -S tools/perf -B build/perf && cmake --build build/perf\n",
                 perf_program);
  else
    std::fprintf(stderr, "lockstep: perf: %s cannot be run: %s\n", is_beside ? beside.c_str() : perf_program,
                 std::strerror(errno));
  return exit_internal;  // lockstep-perf's code for "anything else"
}

}  // namespace lockstep::tools
