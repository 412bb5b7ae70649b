#include "base/parallel.hpp"

#include "base/call.hpp"
#include "base/executor_loop.hpp"

#if LOCKSTEP_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace lockstep::detail {

namespace {

thread_local Call* innermost_call = nullptr;

const Executor* executor_here() {
  const Call* const call = Call::here();
  return call != nullptr && call->executor().parallel_for != nullptr ? &call->executor() : nullptr;
}

/// That of the parts of a call without an executor: its memory alone.
Executor default_executor_here() {
  const Call* const call = Call::here();
  return {nullptr, nullptr, 0, call == nullptr ? nullptr : call->executor().scratch};
}

#if LOCKSTEP_TBB
void run_by_default(std::size_t parts, const RangeFunction& run) {
  const Executor executor = default_executor_here();
  const auto run_range = [&](const tbb::blocked_range<std::size_t>& range) {
    const Call part(executor);
    run(range.begin(), range.end());
  };
  // Isolated: if the caller's context were cancelled, parts would be silently left out.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, parts), run_range, context);
}

std::size_t threads_by_default() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }
#else
void run_by_default(std::size_t parts, const RangeFunction& run) {
  const Call part(default_executor_here());
  run(0, parts);
}

std::size_t threads_by_default() { return 1; }
#endif

}  // namespace

// Not inlined, because functions may continue in another thread.
Call* Call::here() noexcept { return innermost_call; }

Call::Call(const Executor& executor) noexcept : executor_(executor), outer_(innermost_call) { innermost_call = this; }

Call::~Call() { innermost_call = outer_; }

void Call::leave() noexcept {
  environment_.leave();
  innermost_call = outer_;
}

void Call::enter() noexcept {
  outer_ = innermost_call;
  innermost_call = this;
  environment_.enter();
}

void run_in_parallel(std::size_t parts, const RangeFunction& run) {
  const Executor* const executor = executor_here();
  executor != nullptr ? ExecutorLoop(*executor, parts, run).run() : run_by_default(parts, run);
}

std::size_t threads_at_most() {
  const Executor* const executor = executor_here();
  return executor != nullptr ? threads_of(*executor) : threads_by_default();
}

std::size_t tiles_at_once(std::size_t tiles, std::size_t most) {
  constexpr std::size_t runs = 4;  // for each thread, so that none waits long for the last
  if (tiles < 2) return 1;         // avoids TBB, which waits forever for memory that it was refused at its start
  const std::size_t threads = threads_at_most();
  // A single thread need not share. (An executor is handed parts however few threads it has.)
  if (threads == 1 && executor_here() == nullptr) return std::clamp(tiles, std::size_t{1}, most);
  if (tiles < 2 * runs) return 1;
  return std::clamp(tiles / (runs * threads), std::size_t{1}, most);
}

}  // namespace lockstep::detail
