// The context of a library call in a thread: its floating-point environment and its executor. Each entry point whose
// parts may run in parallel begins with
//
//   const detail::Call call(options.executor);
#pragma once

#include <lockstep/config.hpp>

#include "base/float_environment.hpp"

namespace lockstep::detail {

/// Each thread stores the innermost call that it runs, so that the executor need not be passed to every loop.
class Call {
 public:
  explicit Call(const Executor& executor) noexcept;
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The innermost call of this thread; null outside of any call.
  static Call* here() noexcept;
  [[nodiscard]] const Executor& executor() const noexcept { return executor_; }

  /// Suspends the call while host code runs in between, which may even continue in another thread.
  void leave() noexcept;
  void enter() noexcept;

 private:
  Executor executor_;
  Call* outer_ = nullptr;
  FloatEnvironment environment_;
};

}  // namespace lockstep::detail
