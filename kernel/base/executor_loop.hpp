// A loop over parts that the caller's executor runs.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <lockstep/executor.hpp>

#include "base/parallel.hpp"

namespace lockstep::detail {

/// How many threads may run bodies of it at once.
std::size_t threads_of(const Executor& executor);

/// One loop: some ranges of parts for each thread, so that none waits long for the last.
class ExecutorLoop {
 public:
  ExecutorLoop(const Executor& executor, std::size_t parts, const RangeFunction& run);

  /// Throws what a part threw, and `InvalidInput` if the executor left a range out or ran one twice.
  void run();

 private:
  static constexpr std::size_t most_ranges = 1024;

  static void body(void* job, std::size_t index) noexcept;
  void run_range(std::size_t index) noexcept;
  void check_all_ran() const;

  Executor executor_;  // a copy: the call's own may be elsewhere by then
  std::size_t parts_, ranges_;
  const RangeFunction& run_;
  std::array<std::atomic<std::uint64_t>, most_ranges / 64> begun_{};  // a bit for each range
  std::atomic<bool> ran_twice_ = false, failed_ = false;
  std::exception_ptr error_;
};

}  // namespace lockstep::detail
