#include "output/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

namespace lockstep::tools {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing but globals, and read no others than lock-free ones.
std::array<std::atomic<const char*>, 8> paths;
static_assert(std::atomic<const char*>::is_always_lock_free);

extern "C" void remove_and_end(int signal) {
  for (const auto& path : paths)
    if (const char* const name = path.load()) ::unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_signals() {
  for (const int signal : signals)
    if (std::signal(signal, remove_and_end) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

RemovedOnInterrupt::RemovedOnInterrupt(std::string path) : path_(std::move(path)) {
  const char* none = nullptr;
  while (place_ < paths.size() && !paths[place_].compare_exchange_strong(none, path_.c_str())) none = nullptr, ++place_;
  handle_signals();
}

RemovedOnInterrupt::~RemovedOnInterrupt() {
  if (place_ < paths.size()) paths[place_].store(nullptr);
}

}  // namespace lockstep::tools
