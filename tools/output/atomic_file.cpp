#include "output/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "output/write_all.hpp"
#include "readers/error.hpp"

namespace lockstep::tools {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view problem) {
  throw OutputError(concat(path, ": ", problem, ": ", std::strerror(errno)));
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const { return value_; }
  [[nodiscard]] bool close() {
    const int closing = value_;
    value_ = -1;
    return ::close(closing) == 0;
  }

 private:
  int value_;
};

/// Removes the file unless it was kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
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
};

/// What a new file gets: the mode of the one it replaces, else what the umask leaves.
mode_t mode_for(const std::optional<struct stat>& existing) {
  if (existing) return existing->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

void write_directly(const std::string& path, std::string_view contents) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "cannot be opened");
  write_all(file.get(), contents, path);
  if (!file.close()) fail(path, "cannot be closed");
}

void replace(const std::string& path, const std::string& target, mode_t mode, std::string_view contents) {
  std::string name = target + ".XXXXXX";
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) fail(path, "no file can be made there");
  TemporaryFile temporary(name);
  write_all(file.get(), contents, path);
  if (::fchmod(file.get(), mode) != 0) fail(path, "its mode cannot be set");
  if (::fsync(file.get()) != 0) fail(path, "cannot be brought to the disk");
  if (!file.close()) fail(path, "cannot be closed");
  if (!temporary.rename_to(target)) fail(path, "cannot be replaced");
}

/// Where a symbolic link leads; `path` itself if it does not exist yet.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real == nullptr ? path : std::string(real.get());
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view contents) {
  std::optional<struct stat> existing(std::in_place);
  if (::stat(path.c_str(), &*existing) != 0) {
    if (errno != ENOENT) fail(path, "cannot be reached");
    existing.reset();
  }
  if (existing && S_ISDIR(existing->st_mode)) {
    errno = EISDIR;
    fail(path, "cannot be written");
  }
  if (existing && !S_ISREG(existing->st_mode)) return write_directly(path, contents);
  if (existing && ::access(path.c_str(), W_OK) != 0)
    fail(path, "cannot be written");  // a read-only file stays as it is
  replace(path, resolved(path), mode_for(existing), contents);
}

}  // namespace lockstep::tools
