// The files that a command reads and writes: no output takes the place of an input, nor of another output.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/destination.hpp"
#include "output/output_file.hpp"

namespace lockstep::tools {

/// Prints "lockstep: note: .." to standard error.
void tell_note(const std::string& note);

/// Keeps an output from replacing an input or another output. A command announces its inputs here before it reads them,
/// and gets its outputs from here. Two names clash if they lead to the same file, through links of either sort.
/// Standard output is an output of every command, wherever the shell has redirected it.
///
///   CommandFiles files(output);
///   files.reads("FILE", options.file);
///   std::optional<OutputFile> report = files.writes("--report", options.report);
///   ...
///   if (report) report->write(page), report->commit();
///   files.print(table);
///
/// Options have their names of the command line; an empty path is an option that was not given. Throw `UsageError` that
/// names both options if a file would be both; `writes` throws `OutputError` if the file cannot be written.
class CommandFiles {
 public:
  explicit CommandFiles(StandardOutput& output);

  /// `-` is standard input.
  void reads(std::string_view option, const std::string& path);
  /// A program to be started, found as the shell would find it.
  void runs(std::string_view option, const std::string& program);
  /// A file that is read and appended to, not through an OutputFile: a history.
  void adds_to(std::string_view option, const std::string& path);
  /// `-` is standard output. Nothing for an empty path.
  [[nodiscard]] std::optional<OutputFile> writes(std::string_view option, const std::string& path);

  /// Prints further text of the command: to standard output, unless one of its outputs goes there.
  void print(std::string_view text);
  /// Notes that `print` would show too: they go to standard error if standard output is taken by an output without
  /// notes, which means one that is not among `with_notes`.
  void print_notes(std::span<const std::string> notes, std::span<const std::string_view> with_notes) const;

 private:
  struct Named {
    std::string option, path;
    bool is_written = false;
    FileIdentity identity;
  };
  void add(std::string_view option, const std::string& path, bool is_written,
           const std::optional<FileIdentity>& identity);
  [[nodiscard]] OutputFile take_standard_output(std::string_view option);

  StandardOutput& output_;
  std::string standard_output_taken_by_;  ///< an option; empty: not taken
  std::vector<Named> files_;
};

}  // namespace lockstep::tools
