#include "output/write_all.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "text/error.hpp"

namespace lockstep::tools {

void write_all(int descriptor, std::string_view text, std::string_view what) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // a pipe that another process made non-blocking
      pollfd wait{descriptor, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      throw OutputError(concat(what, ": ", std::strerror(errno)));
    }
  }
}

}  // namespace lockstep::tools
