// A parallel loop that the caller's executor runs.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <lockstep/config.hpp>

#include "base/parallel.hpp"

namespace lockstep::detail {

/// The largest number of threads that run loop bodies at the same time.
std::size_t threads_of(const Executor& executor);

/// One loop, in several ranges of parts for each thread, so that no thread waits long for the last range.
class ExecutorLoop {
 public:
  ExecutorLoop(const Executor& executor, std::size_t parts, const RangeFunction& run);

  /// Throws the exception of a part, or `InvalidInput` if the executor left out a range or ran one twice.
  void run();

 private:
  static constexpr std::size_t most_ranges = 1024;

  static void body(void* job, std::size_t index) noexcept;
  void run_range(std::size_t index) noexcept;
  void check_all_ran() const;

  Executor executor_;  // a copy: by then the call may be in another thread
  std::size_t parts_, ranges_;
  const RangeFunction& run_;
  std::array<std::atomic<std::uint64_t>, most_ranges / 64> begun_{};  // a bit for each range
  std::atomic<bool> ran_twice_ = false, failed_ = false;
  std::exception_ptr error_;
};

}  // namespace lockstep::detail
