#include "output/command_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "output/standard_output.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::string_view standard_output_name = "standard output";

std::string shown(const std::string& path) { return printable(path, 4096); }

/// The file that `execvp` would run; its name if there is none.
std::string program_file(const std::string& name) {
  const char* const path = std::getenv("PATH");
  if (name.find('/') != std::string::npos || path == nullptr) return name;
  for (std::string_view left = path;;) {
    const std::size_t end = left.find(':');
    const std::string_view folder = left.substr(0, end);
    std::string file = concat(folder.empty() ? "." : folder, "/", name);
    std::error_code error;
    if (::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file, error)) return file;
    if (end == std::string_view::npos) return name;
    left.remove_prefix(end + 1);
  }
}

}  // namespace

void tell_note(const std::string& note) { std::fprintf(stderr, "lockstep: note: %s\n", note.c_str()); }

CommandFiles::CommandFiles(StandardOutput& output) : output_(output) {
  add(standard_output_name, "", true, identity_of(STDOUT_FILENO));
}

void CommandFiles::reads(std::string_view option, const std::string& path) {
  if (path.empty()) return;
  const bool standard = path == "-";
  add(option, standard ? "standard input" : path, false,
      standard ? identity_of(STDIN_FILENO) : identity_of(destination_of(path)));
}

void CommandFiles::runs(std::string_view option, const std::string& program) {
  add(option, program, false, identity_of(destination_of(program_file(program))));
}

void CommandFiles::adds_to(std::string_view option, const std::string& path) {
  if (path == "-")
    throw UsageError(concat(option, ": lines are added to a file, and - is standard output; name a file"));
  add(option, path, true, identity_of(destination_of(path)));
}

std::optional<OutputFile> CommandFiles::writes(std::string_view option, const std::string& path) {
  if (path.empty()) return std::nullopt;
  if (path == "-") return take_standard_output(option);
  const Destination destination = destination_of(path);
  if (destination.descriptor == STDOUT_FILENO) return take_standard_output(option);
  add(option, path, true, identity_of(destination));
  return OutputFile(path);
}

void CommandFiles::print(std::string_view text) {
  if (standard_output_taken_by_.empty()) output_.write(text);
}

void CommandFiles::print_notes(std::span<const std::string> notes, std::span<const std::string_view> with_notes) const {
  if (standard_output_taken_by_.empty()) return;
  if (std::find(with_notes.begin(), with_notes.end(), standard_output_taken_by_) != with_notes.end()) return;
  for (const std::string& note : notes) tell_note(note);
}

void CommandFiles::add(std::string_view option, const std::string& path, bool is_written,
                       const std::optional<FileIdentity>& identity) {
  if (!identity) return;
  for (const Named& other : files_) {
    if (!(is_written || other.is_written) || other.identity != *identity) continue;
    if (other.option == standard_output_name)
      throw UsageError(concat(option, ": ", shown(path), " is the file that standard output goes to"));
    if (is_written && other.is_written)
      throw UsageError(concat(other.option, " and ", option, ": both write to one file, ", shown(path)));
    const std::string_view writer = is_written ? option : other.option, reader = is_written ? other.option : option;
    throw UsageError(concat(writer, ": ", shown(is_written ? path : other.path), " is the same file as ", reader,
                            ", which would be overwritten"));
  }
  files_.push_back({std::string(option), path, is_written, *identity});
}

OutputFile CommandFiles::take_standard_output(std::string_view option) {
  if (!standard_output_taken_by_.empty())
    throw UsageError(concat(standard_output_taken_by_, " and ", option, ": both write to standard output"));
  standard_output_taken_by_ = option;
  return OutputFile(output_);
}

}  // namespace lockstep::tools
