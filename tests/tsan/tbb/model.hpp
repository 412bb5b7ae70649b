// The part of TBB that lockstep uses, in plain threads, for the ThreadSanitizer build alone.
//
// The sanitizer must see every synchronisation, and the packaged TBB is not compiled for it: each task that moves to
// another thread looks like a race. Suppressing all reports with TBB in the call stack would hide all errors of
// parallel loops. So the tsan preset puts this folder in front of TBB's headers. A loop here synchronises only with its
// caller, at its start and its end, which is the least that TBB guarantees; its threads take pieces in no order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tbb {

class split {};
class auto_partitioner {};
class simple_partitioner {};
class static_partitioner {};

template <class Value>
class blocked_range {
 public:
  using const_iterator = Value;
  using size_type = std::size_t;
  blocked_range(Value begin, Value end, size_type grain = 1) : begin_(begin), end_(end), grain_(grain) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }
  size_type size() const { return static_cast<size_type>(end_ - begin_); }
  size_type grainsize() const { return grain_; }
  bool empty() const { return !(begin_ < end_); }

 private:
  Value begin_, end_;
  size_type grain_;
};

namespace model {

/// More threads than most test machines have cores, for more orders of events.
inline constexpr std::size_t default_threads = 4;

inline std::atomic<std::size_t> thread_limit{std::numeric_limits<std::size_t>::max()};
inline thread_local std::size_t arena_threads = default_threads;

inline std::size_t thread_count() { return std::min(arena_threads, thread_limit.load()); }

/// Calls work(thread) on several threads, including the caller's, and passes on the first exception.
template <class Work>
void on_all_threads(const Work& work) {
  const std::size_t count = thread_count(), arena = arena_threads;
  std::mutex mutex;
  std::exception_ptr error;
  const auto guarded = [&](std::size_t thread) {
    arena_threads = arena;
    try {
      work(thread);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 1; thread < count; ++thread) threads.emplace_back(guarded, thread);
  guarded(0);
  for (std::thread& thread : threads) thread.join();
  if (error) std::rethrow_exception(error);
}

/// Cuts a range into pieces of its grain size or larger and calls work(thread, piece) for each.
template <class Value, class Work>
void for_each_piece(const blocked_range<Value>& range, const Work& work) {
  const std::size_t most = 8 * thread_count(), grain = std::max<std::size_t>(range.grainsize(), 1);
  const std::size_t step = std::max(grain, (range.size() + most - 1) / most);
  std::atomic<std::size_t> next{0};
  on_all_threads([&](std::size_t thread) {
    // Relaxed: taking a piece must not order the threads' operations.
    for (;;) {
      const std::size_t first = next.fetch_add(step, std::memory_order_relaxed);
      if (first >= range.size()) return;
      const std::size_t last = std::min(first + step, range.size());
      work(thread, blocked_range<Value>(range.begin() + static_cast<Value>(first),
                                        range.begin() + static_cast<Value>(last), range.grainsize()));
    }
  });
}

}  // namespace model

template <class Value, class Body, class... Partitioner>
void parallel_for(const blocked_range<Value>& range, const Body& body, const Partitioner&...) {
  model::for_each_piece(range, [&](std::size_t, const blocked_range<Value>& piece) { body(piece); });
}

template <class Value, class Function>
void parallel_for(Value first, Value last, const Function& function) {
  parallel_for(blocked_range<Value>(first, last), [&](const blocked_range<Value>& piece) {
    for (Value i = piece.begin(); i < piece.end(); ++i) function(i);
  });
}

/// The limits do not nest: the last one made counts, and ends with its lifetime.
class global_control {
 public:
  enum parameter { max_allowed_parallelism, thread_stack_size };
  global_control(parameter which, std::size_t value) : before_(model::thread_limit.load()), which_(which) {
    if (which == max_allowed_parallelism) model::thread_limit = value;
  }
  ~global_control() {
    if (which_ == max_allowed_parallelism) model::thread_limit = before_;
  }
  global_control(const global_control&) = delete;
  global_control& operator=(const global_control&) = delete;
  static std::size_t active_value(parameter) { return model::thread_count(); }

 private:
  std::size_t before_;
  parameter which_;
};

class task_arena {
 public:
  static constexpr int automatic = -1;
  explicit task_arena(int threads = automatic, unsigned = 1)
      : threads_(threads == automatic ? model::default_threads : static_cast<std::size_t>(threads)) {}
  int max_concurrency() const { return static_cast<int>(threads_); }

  template <class Function>
  auto execute(const Function& function) -> decltype(function()) {
    struct Restore {
      std::size_t before = model::arena_threads;
      ~Restore() { model::arena_threads = before; }
    } restore;
    model::arena_threads = threads_;
    return function();
  }

 private:
  std::size_t threads_;
};

/// Loops here cannot be cancelled.
class task_group_context {
 public:
  enum kind_type { isolated, bound };
  explicit task_group_context(kind_type = bound) {}
  bool cancel_group_execution() { return true; }
};

namespace this_task_arena {

inline int max_concurrency() { return static_cast<int>(model::thread_count()); }

template <class Function>
auto isolate(const Function& function) -> decltype(function()) {
  return function();
}

}  // namespace this_task_arena
}  // namespace tbb
