#include "output/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "output/destination.hpp"
#include "output/interrupt.hpp"
#include "output/standard_output.hpp"
#include "output/write_all.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view problem) {
  throw OutputError(concat(printable(path, 4096), ": ", problem, ": ", std::strerror(errno)));
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { reset(-1); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const { return value_; }
  void reset(int value) {
    if (value_ >= 0) ::close(value_);
    value_ = value;
  }
  [[nodiscard]] bool close() { return ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

/// Removes the file unless it was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)), interrupt_(path_) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] bool rename_to(const std::string& target) {
    if (std::rename(path_.c_str(), target.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  std::string path_;
  RemovedOnInterrupt interrupt_;
};

/// The mode of a new file: that of the file it replaces, else the default under the umask.
mode_t mode_for(const std::optional<struct stat>& existing) {
  if (existing) return existing->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// The file at `path`, if there is one. A folder or a read-only file is an error.
std::optional<struct stat> look_at(const std::string& path) {
  std::optional<struct stat> existing(std::in_place);
  if (::stat(path.c_str(), &*existing) != 0) {
    if (errno != ENOENT) fail(path, "cannot be reached");
    return std::nullopt;
  }
  if (S_ISDIR(existing->st_mode)) {
    errno = EISDIR;
    fail(path, "cannot be written");
  }
  if (S_ISREG(existing->st_mode) && ::access(path.c_str(), W_OK) != 0)
    fail(path, "cannot be written");  // a read-only file stays as it is
  return existing;
}

}  // namespace

struct OutputFile::State {
  StandardOutput* standard = nullptr;  ///< nothing else is used if it is set
  std::string path;                    ///< its name in messages
  std::string target;                  ///< the final name
  mode_t mode = 0;
  Descriptor file{-1};
  std::optional<TemporaryFile> temporary;  ///< unset if the file is written to directly

  void open();
  void open_temporary();
};

/// Writes directly to files that are not regular, and to files that are open already, whose write position may be
/// elsewhere.
void OutputFile::State::open() {
  const Destination destination = destination_of(path);
  if (destination.descriptor) {
    file.reset(::fcntl(*destination.descriptor, F_DUPFD_CLOEXEC, 0));
    if (file.get() < 0) fail(path, "cannot be opened");
    return;
  }
  const std::optional<struct stat> existing = look_at(path);
  target = destination.path;
  if (!existing || S_ISREG(existing->st_mode)) {
    mode = mode_for(existing);
    return open_temporary();
  }
  file.reset(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "cannot be opened");
}

void OutputFile::State::open_temporary() {
  std::string name = target + ".XXXXXX";
  const InterruptsHeld held;  // no signal may come before the file is registered for removal
  file.reset(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) fail(path, "no file can be made there");
  temporary.emplace(name);
}

OutputFile::OutputFile(const std::string& path) : state_(std::make_unique<State>()) {
  state_->path = path;
  state_->open();
}

OutputFile::OutputFile(StandardOutput& standard_output) : state_(std::make_unique<State>()) {
  state_->standard = &standard_output;
}

OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

void OutputFile::write(std::string_view text) {
  if (state_->standard != nullptr) return state_->standard->write(text);
  write_all(state_->file.get(), text, printable(state_->path, 4096));
}

bool OutputFile::can_rewrite() const { return state_->temporary.has_value(); }

void OutputFile::rewrite_start(std::string_view text) {
  if (::lseek(state_->file.get(), 0, SEEK_SET) != 0) fail(state_->path, "cannot go back to its start");
  write(text);
}

void OutputFile::commit() {
  State& s = *state_;
  if (s.standard != nullptr) return;  // the program flushes it at its end
  if (s.temporary && ::fchmod(s.file.get(), s.mode) != 0) fail(s.path, "its mode cannot be set");
  if (s.temporary && ::fsync(s.file.get()) != 0) fail(s.path, "cannot be brought to the disk");
  if (!s.file.close()) fail(s.path, "cannot be closed");
  if (s.temporary && !s.temporary->rename_to(s.target)) fail(s.path, "cannot be replaced");
}

}  // namespace lockstep::tools
