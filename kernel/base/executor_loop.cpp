#include "base/executor_loop.hpp"

#include <algorithm>
#include <string>
#include <thread>

#include <lockstep/config.hpp>

#include "base/call.hpp"

namespace lockstep::detail {

namespace {

constexpr std::size_t ranges_for_each_thread = 8;

}  // namespace

std::size_t threads_of(const Executor& executor) {
  return executor.threads != 0 ? executor.threads : std::max(1U, std::thread::hardware_concurrency());
}

ExecutorLoop::ExecutorLoop(const Executor& executor, std::size_t parts, const RangeFunction& run)
    : executor_(executor),
      parts_(parts),
      ranges_(std::min({parts, threads_of(executor) * ranges_for_each_thread, most_ranges})),
      run_(run) {}

void ExecutorLoop::run() {
  Call* const call = Call::here();
  call->leave();
  executor_.parallel_for(executor_.context, ranges_, &ExecutorLoop::body, this);
  call->enter();
  if (failed_) std::rethrow_exception(error_);
  check_all_ran();
}

void ExecutorLoop::body(void* job, std::size_t index) noexcept { static_cast<ExecutorLoop*>(job)->run_range(index); }

void ExecutorLoop::run_range(std::size_t index) noexcept {
  const std::uint64_t bit = std::uint64_t{1} << index % 64;
  if (index >= ranges_ || (begun_[index / 64].fetch_or(bit) & bit) != 0) {
    ran_twice_ = true;
    return;
  }
  if (failed_) return;
  try {
    const Call part(executor_);
    run_(parts_ * index / ranges_, parts_ * (index + 1) / ranges_);
  } catch (...) {
    if (!failed_.exchange(true)) error_ = std::current_exception();
  }
}

void ExecutorLoop::check_all_ran() const {
  const auto refuse = [&](const std::string& what) {
    throw InvalidInput("options.executor: parallel_for " + what + ": it must run each i of 0 .. " +
                       std::to_string(ranges_ - 1) + " once");
  };
  if (ran_twice_) refuse("ran a body(job, i) that it had run or was not asked for");
  for (std::size_t i = 0; i < ranges_; ++i)
    if ((begun_[i / 64] >> i % 64 & 1) == 0) refuse("returned without body(job, " + std::to_string(i) + ")");
}

}  // namespace lockstep::detail
