#include "output/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "output/write_all.hpp"

namespace lockstep::tools {

void reserve_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The wrong direction, so that every access fails. open() takes the lowest free descriptor, which is this one.
    static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

void StandardOutput::write(std::string_view text) {
  constexpr std::size_t enough = 1 << 16;
  buffer_ += text;
  if (buffer_.size() >= enough) flush();
}

void StandardOutput::finish() {
  flush();
  // Some file systems report a full disk only on close.
  if (::close(STDOUT_FILENO) != 0) throw OutputError(std::string("standard output: ") + std::strerror(errno));
}

void StandardOutput::flush() {
  write_all(STDOUT_FILENO, buffer_, "standard output");
  buffer_.clear();
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

}  // namespace lockstep::tools
