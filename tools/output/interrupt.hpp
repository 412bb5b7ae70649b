// Files that must not stay behind when somebody stops the program.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep::tools {

/// While it lives, SIGINT, SIGTERM and SIGHUP remove the file before they end the program, unless the caller has them ignored.
/// At most a few at a time, one after the other.
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

}  // namespace lockstep::tools
