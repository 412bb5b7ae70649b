#include "output/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

namespace lockstep::tools {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach only globals, and may read only lock-free ones.
std::array<std::atomic<const char*>, 8> paths;
std::array<std::atomic<pid_t>, 8> groups;
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

extern "C" void clean_up_and_end(int signal) {
  for (const auto& group : groups)
    if (const pid_t id = group.load()) ::kill(-id, SIGKILL);
  for (const auto& path : paths)
    if (const char* const name = path.load()) ::unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_signals() {
  for (const int signal : signals)
    if (std::signal(signal, clean_up_and_end) == SIG_IGN) std::signal(signal, SIG_IGN);
}

/// Puts `value` into the first free place; past the last one if all are taken.
template <class Value, std::size_t count>
std::size_t take_place(std::array<std::atomic<Value>, count>& places, Value value) {
  std::size_t place = 0;
  Value none{};
  while (place < count && !places[place].compare_exchange_strong(none, value)) none = Value{}, ++place;
  handle_signals();
  return place;
}

}  // namespace

RemovedOnInterrupt::RemovedOnInterrupt(std::string path)
    : path_(std::move(path)), place_(take_place(paths, path_.c_str())) {}

RemovedOnInterrupt::~RemovedOnInterrupt() {
  if (place_ < paths.size()) paths[place_].store(nullptr);
}

KilledOnInterrupt::KilledOnInterrupt(pid_t group) : place_(take_place(groups, group)) {}

KilledOnInterrupt::~KilledOnInterrupt() {
  if (place_ < groups.size()) groups[place_].store(0);
}

InterruptsHeld::InterruptsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : signals) sigaddset(&held, signal);
  ::sigprocmask(SIG_BLOCK, &held, &before_);
}

InterruptsHeld::~InterruptsHeld() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

void InterruptsHeld::release_in_child() const {
  for (const int signal : signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  std::signal(SIGXFSZ, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace lockstep::tools
