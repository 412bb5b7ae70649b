#include "perf/history_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "output/interrupt.hpp"
#include "output/write_all.hpp"
#include "perf/history_records.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/file.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view problem) {
  throw OutputError(concat(shown_name(path), ": ", problem, ": ", std::strerror(errno)));
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// A history, locked against other appends.
class LockedFile {
 public:
  /// Opens the file or creates it. Another process may replace the file before we hold the lock: then we try again.
  explicit LockedFile(const std::string& path) : path_(path) {
    do {
      close();
      open();
      while (::flock(descriptor_, LOCK_EX) != 0)
        if (errno != EINTR) fail(path_, "cannot be locked");
    } while (!is_in_place());
  }
  ~LockedFile() { close(); }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  [[nodiscard]] off_t size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(path_, "cannot be looked at");
    return status.st_size;
  }

  void cut(off_t size) {
    if (::ftruncate(descriptor_, size) != 0) fail(path_, "cannot be shortened");
  }

  /// Appends at the end: all of the text, or the file stays as it was.
  void append(std::string_view text) {
    const off_t before = size();
    try {
      write_all(descriptor_, text, shown_name(path_));
      if (::fsync(descriptor_) != 0) fail(path_, "cannot be brought to the disk");
    } catch (const OutputError&) {
      static_cast<void>(!::ftruncate(descriptor_, before));
      if (made_) ::unlink(path_.c_str());
      throw;
    }
    if (made_) sync_folder();
  }

 private:
  void open() {
    made_ = true;
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) {
      made_ = false;
      descriptor_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
    }
    if (descriptor_ < 0) fail(path_, "cannot be opened");
  }

  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  [[nodiscard]] bool is_in_place() const {
    struct stat ours {
    }, there{};
    if (::fstat(descriptor_, &ours) != 0) fail(path_, "cannot be looked at");
    if (!S_ISREG(ours.st_mode)) throw OutputError(concat(shown_name(path_), ": is not a regular file"));
    return ::stat(path_.c_str(), &there) == 0 && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
  }

  /// Synchronises the folder, so that the name of a new file reaches the disk.
  void sync_folder() const {
    const int descriptor = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;  // a folder that we may write to but not read
    ::fsync(descriptor);
    ::close(descriptor);
  }

  std::string path_;
  int descriptor_ = -1;
  bool made_ = false;
};

std::vector<std::byte> bytes_of(const std::string& path) {
  try {
    return read_file(path, max_history_bytes);
  } catch (const ReadError& error) {
    throw ReadError(concat(shown_name(path), ": ", error.what()));
  }
}

std::string_view as_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The branch in "git:BRANCH"; nothing for other places.
std::optional<std::string> branch_of(std::string_view path) {
  constexpr std::string_view scheme = "git:";
  return path.starts_with(scheme) ? std::optional(std::string(path.substr(scheme.size()))) : std::nullopt;
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return path.ends_with('/') || std::filesystem::is_directory(path, error);
}

/// The folder may be a new one.
void check_folder(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    std::filesystem::create_directories(path, error);
    if (error) throw OutputError(concat(shown_name(path), ": cannot be made: ", error.message()));
  }
  if (::access(path.c_str(), W_OK | X_OK) != 0) fail(path, "cannot be written");
  static_cast<void>(read_history_folder(path));
}

/// A record that cannot be read back would spoil the whole history.
void check_record(const std::string& path, const std::string& line) {
  const auto refuse = [&](std::string_view why) { throw OutputError(concat(shown_name(path), ": ", why)); };
  if (line.size() > max_line_bytes) refuse(concat("a record would be longer than ", max_line_bytes, " bytes"));
  try {
    static_cast<void>(parse_history(line, "the new line"));
  } catch (const ReadError& error) {
    refuse(concat("nothing was added, as the record could not be read again: ", error.what()));
  }
}

}  // namespace

History read_history(const std::string& path) {
  if (const auto branch = branch_of(path)) return read_history_branch(*branch);
  if (is_folder(path)) return read_history_folder(path);
  return parse_history(as_text(bytes_of(path)), shown_name(path));
}

void check_appendable(const std::string& path) {
  if (const auto branch = branch_of(path)) return check_history_branch(*branch);
  if (is_folder(path)) return check_folder(path);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) throw OutputError(concat(shown_name(path), ": is not a regular file"));
    if (::access(path.c_str(), W_OK) != 0) fail(path, "cannot be written");
    static_cast<void>(read_history(path));
    return;
  }
  const std::string folder = folder_of(path);
  if (errno != ENOENT || ::access(folder.c_str(), W_OK | X_OK) != 0) fail(path, "cannot be made");
}

Appended append_record(const std::string& path, const HistoryRecord& record) {
  std::string line = to_line(record);
  check_record(path, line);
  if (const auto branch = branch_of(path)) {
    History before = has_history_branch(*branch) ? read_history_branch(*branch) : History();
    append_to_history_branch(*branch, record);
    return {0, std::move(before)};
  }
  if (is_folder(path)) {
    std::error_code error;
    History before = std::filesystem::exists(path, error) ? read_history_folder(path) : History();
    append_to_history_folder(path, record);
    return {0, std::move(before)};
  }
  LockedFile file(path);
  const std::vector<std::byte> bytes = bytes_of(path);
  Appended result{0, parse_history(as_text(bytes), shown_name(path))};
  if (bytes.size() + line.size() > max_history_bytes)
    throw OutputError(
        concat(shown_name(path), ": would be longer than ", max_history_bytes, " bytes; begin another one"));
  const InterruptsHeld held;
  if (result.before.incomplete_from) {
    result.removed = bytes.size() - *result.before.incomplete_from;
    file.cut(static_cast<off_t>(*result.before.incomplete_from));
  } else if (!bytes.empty() && bytes.back() != std::byte{'\n'}) {
    line.insert(0, 1, '\n');  // an editor removed the line feed at the end
  }
  file.append(line);
  return result;
}

}  // namespace lockstep::tools::perf
