#include "output/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "output/standard_output.hpp"

namespace lockstep::tools {

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)),
      total_(total),
      enabled_(is_terminal(STDERR_FILENO)),
      last_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::set(std::size_t done) {
  done_ = done;
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%s %zu of %zu", what_.c_str(), done_, total_);
}

}  // namespace lockstep::tools
