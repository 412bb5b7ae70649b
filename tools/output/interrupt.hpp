// Files and programs that must not stay behind when somebody stops this one.
#pragma once

#include <csignal>
#include <cstddef>
#include <string>

#include <sys/types.h>

namespace lockstep::tools {

/// While it lives, SIGINT, SIGTERM and SIGHUP remove the file before they end the program, unless the caller has them
/// ignored. At most a few at a time, one after the other.
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

/// While it lives, those signals wait: between a program's start and its being known, say.
class InterruptsHeld {
 public:
  InterruptsHeld();
  ~InterruptsHeld();
  InterruptsHeld(const InterruptsHeld&) = delete;
  InterruptsHeld& operator=(const InterruptsHeld&) = delete;

  /// For a child between fork and exec: signals act on it as on a program that was started by a shell.
  void release_in_child() const;

 private:
  sigset_t before_;
};

}  // namespace lockstep::tools
