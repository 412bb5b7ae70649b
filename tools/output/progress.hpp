// "culling 12 of 95" on a terminal, nothing elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace lockstep::tools {

/// Writes to standard error if that is a terminal, at most ten times a second, and wipes the line when done.
class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance() { set(done_ + 1); }
  void set(std::size_t done);

 private:
  std::string what_;
  std::size_t total_, done_ = 0;
  bool enabled_, shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace lockstep::tools
