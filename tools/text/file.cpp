#include "text/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

class Input {
 public:
  explicit Input(const std::string& path)
      : fd_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) fail();
  }
  ~Input() {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// The size that the file system reports; 0 for a pipe.
  [[nodiscard]] std::uint64_t expected_size() const {
    struct stat status {};
    return ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  }

  std::size_t read(std::byte* to, std::size_t size) const {
    for (;;) {
      const ssize_t got = ::read(fd_, to, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) fail();
    }
  }

 private:
  [[noreturn]] static void fail() { throw ReadError(concat("cannot be read: ", std::strerror(errno))); }

  int fd_;
};

}  // namespace

std::vector<std::byte> read_file(const std::string& path, std::uint64_t limit) {
  const Input input(path);
  const auto too_long = [limit] {
    return ReadError(concat("holds more than ", limit, " bytes, the most that is read"));
  };
  if (input.expected_size() > limit) throw too_long();

  std::vector<std::byte> data;
  std::size_t used = 0;
  // One byte more than expected, so that a regular file needs no second allocation to see its end.
  data.resize(static_cast<std::size_t>(std::max<std::uint64_t>(input.expected_size() + 1, 1 << 16)));
  while (const std::size_t got = input.read(data.data() + used, data.size() - used)) {
    used += got;
    if (used > limit) throw too_long();
    if (used == data.size()) data.resize(2 * data.size());
  }
  data.resize(used);
  return data;
}

std::vector<std::byte> read_plain_file(const std::string& path, std::uint64_t limit) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw ReadError("is not a plain file");
  return read_file(path, limit);
}

}  // namespace lockstep::tools
