// Output files appear whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockstep::tools {

class StandardOutput;

/// An output under construction; `CommandFiles` gives them out. A regular file is a temporary one beside its place,
/// brought to the disk and renamed by `commit`, so that whatever goes wrong an older file stays as it was. Symbolic
/// links are followed: the file that they lead to is replaced, or made, and they stay. What is no regular file (a
/// device, a pipe), and what this program has open already (/dev/stdout, /dev/fd/3), is written to directly. All throw
/// `OutputError` that names the path.
class OutputFile {
 public:
  ~OutputFile();  ///< leaves nothing behind unless it was committed
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;

  void write(std::string_view text);
  /// Whether what was written can be replaced until it is committed: in a regular file.
  [[nodiscard]] bool can_rewrite() const;
  /// Replaces the first bytes, which were written before: what is known only at the end.
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
