// Output files appear whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockstep::tools {

class StandardOutput;

/// An output under construction; `CommandFiles` gives them out. A regular file is written as a temporary file in the
/// same folder, flushed to the disk and renamed by `commit`; if anything fails, an older file stays as it was. Symbolic
/// links are followed: their target is replaced or created, and the links stay. Files that are not regular (a device, a
/// pipe), and those that this program has open already (/dev/stdout, /dev/fd/3), are written to directly. All throw
/// `OutputError` that names the path.
class OutputFile {
 public:
  ~OutputFile();  ///< removes the temporary file unless it was committed
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  void write(std::string_view text);
  /// Whether written bytes can be replaced until `commit`: in a regular file.
  [[nodiscard]] bool can_rewrite() const;
  /// Replaces the first bytes of the file: for a header that is known only at the end.
  void rewrite_start(std::string_view text);
  void commit();

 private:
  friend class CommandFiles;
  explicit OutputFile(const std::string& path);
  explicit OutputFile(StandardOutput& standard_output);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::tools
