// Measures times.
#pragma once

#include <ctime>

namespace lockstep::tools {

/// Processor time of all threads of this process measures the cost, independent of other programs. The wall clock
/// measures how long a user waits: less with more threads, more on a busy machine.
struct TimeTaken {
  double processor_ns = 0, wall_ns = 0;

  TimeTaken& operator+=(const TimeTaken& other) {
    processor_ns += other.processor_ns, wall_ns += other.wall_ns;
    return *this;
  }
  /// The share of one of `parts`; 0 if there are none.
  [[nodiscard]] TimeTaken of_one(double parts) const {
    return parts > 0 ? TimeTaken{processor_ns / parts, wall_ns / parts} : TimeTaken{};
  }
};

/// Starts when it is constructed.
class Stopwatch {
 public:
  [[nodiscard]] TimeTaken taken() const {
    return {read(CLOCK_PROCESS_CPUTIME_ID) - processor_, read(CLOCK_MONOTONIC) - wall_};
  }

  static double read(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
  }

 private:
  double wall_ = read(CLOCK_MONOTONIC), processor_ = read(CLOCK_PROCESS_CPUTIME_ID);
};

}  // namespace lockstep::tools
