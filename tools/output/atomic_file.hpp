// Output files appear whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// A file under construction. It is a temporary file beside `path`, brought to the disk and renamed by `commit`, so that
/// whatever goes wrong an older file stays as it was. A symbolic link is followed; what is no regular file (a device, a
/// pipe) is written to directly. All throw `OutputError` that names `path`.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  ///< leaves nothing behind unless it was committed
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Replaces the first bytes, which were written before: what is known only at the end. Regular files alone can do that.
  void rewrite_start(std::string_view text);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The whole of a file at once.
void write_file_atomically(const std::string& path, std::string_view contents);

}  // namespace lockstep::tools
