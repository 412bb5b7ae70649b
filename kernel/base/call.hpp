// What holds while a call of the library runs in a thread: its floating-point environment, and whose scheduler its
// parts go to. At each entry point whose parts may run in parallel stands
//
//   const detail::Call call(options.executor);
#pragma once

#include <lockstep/executor.hpp>

#include "base/float_environment.hpp"

namespace lockstep::detail {

/// A thread remembers the innermost call that it runs, so that the executor need not go by hand to every loop.
class Call {
 public:
  explicit Call(const Executor& executor) noexcept;
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// That of this thread; null outside of any.
  static Call* here() noexcept;
  [[nodiscard]] const Executor& executor() const noexcept { return executor_; }

  /// While code of the host's runs in between, which may even end in another thread.
  void leave() noexcept;
  void enter() noexcept;

 private:
  Executor executor_;
  Call* outer_ = nullptr;
  FloatEnvironment environment_;
};

}  // namespace lockstep::detail
