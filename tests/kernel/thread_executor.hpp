// An executor of plain threads, like a host's job system: the last part first, each by any free thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "lockstep/config.hpp"

namespace lockstep::test {

class ThreadExecutor {
 public:
  explicit ThreadExecutor(unsigned threads) : threads_(threads) {}

  /// Valid as long as this lives; `before` is called first in each thread.
  [[nodiscard]] Executor executor() { return {&parallel_for, this, threads_}; }

  void (*before)() = nullptr;
  std::atomic<std::size_t> calls = 0, bodies = 0;

 private:
  static void parallel_for(void* context, std::size_t count, void (*body)(void*, std::size_t), void* job) {
    auto& self = *static_cast<ThreadExecutor*>(context);
    ++self.calls;
    std::atomic<std::size_t> taken = 0;
    const auto work = [&] {
      if (self.before != nullptr) self.before();
      for (std::size_t i; (i = taken++) < count; ++self.bodies) body(job, count - 1 - i);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < self.threads_; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
  }

  unsigned threads_;
};

}  // namespace lockstep::test
