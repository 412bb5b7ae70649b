// Removes files and ends programs that must not stay behind when a signal ends this program.
#pragma once

#include <csignal>
#include <cstddef>
#include <string>

#include <sys/types.h>

namespace lockstep::tools {

/// While it lives, SIGINT, SIGTERM and SIGHUP remove the file before they end the program, unless the caller of the
/// program has them ignored. There can be a few at a time.
class RemovedOnInterrupt {
 public:
  explicit RemovedOnInterrupt(std::string path);
  ~RemovedOnInterrupt();
  RemovedOnInterrupt(const RemovedOnInterrupt&) = delete;
  RemovedOnInterrupt& operator=(const RemovedOnInterrupt&) = delete;

 private:
  std::string path_;
  std::size_t place_ = 0;
};

/// Likewise kills a process group.
class KilledOnInterrupt {
 public:
  explicit KilledOnInterrupt(pid_t group);
  ~KilledOnInterrupt();
  KilledOnInterrupt(const KilledOnInterrupt&) = delete;
  KilledOnInterrupt& operator=(const KilledOnInterrupt&) = delete;

 private:
  std::size_t place_ = 0;
};

/// While it lives, those signals wait: from the start of a child until it is registered, for example.
class InterruptsHeld {
 public:
  InterruptsHeld();
  ~InterruptsHeld();
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;

  /// For a child between fork and exec: signals act on it as on a program started by a shell.
  void release_in_child() const;

 private:
  sigset_t before_;
};

}  // namespace lockstep::tools
