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

/// On standard error: "lockstep: note: .."
void tell_note(const std::string& note);

/// A command says here what it reads before it reads it, and gets its outputs from here. What counts is which file a
/// name leads to, through links of either sort, and not the name. Standard output is an output of every command,
/// wherever the shell has sent it.
///
///   CommandFiles files(output);
///   files.reads("FILE", options.file);
///   std::optional<OutputFile> report = files.writes("--report", options.report);
///   ...
///   if (report) report->write(page), report->commit();
///   files.print(table);
///
/// Options are called what the command line calls them; an empty path is an option that was not given. Throw
/// `UsageError` that names both options if a file would be both, and `writes` throws `OutputError` if it cannot be
/// written.
class CommandFiles {
 public:
  explicit CommandFiles(StandardOutput& output);

  /// `-` is standard input.
  void reads(std::string_view option, const std::string& path);
  /// A program that is started, found as the shell would.
  void runs(std::string_view option, const std::string& program);
  /// A file that is read and added to by other means than an OutputFile: a history.
  void adds_to(std::string_view option, const std::string& path);
  /// `-` is standard output. Nothing for an empty path.
  [[nodiscard]] std::optional<OutputFile> writes(std::string_view option, const std::string& path);

  /// What the command has to say besides: to standard output, unless one of its outputs goes there.
  void print(std::string_view text);
  /// Notes that `print` tells as well: to standard error if standard output is taken by an output that has none,
  /// which is one that is not among `with_notes`.
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
  std::string standard_output_taken_by_;  ///< an option; empty: none
  std::vector<Named> files_;
};

}  // namespace lockstep::tools
