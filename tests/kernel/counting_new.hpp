// Replaces operator new of the program: counts calls, and can fail the n-th. Per thread.
#pragma once

#include <cstddef>

namespace lockstep::test {

/// False if nothing is replaced: then nothing is counted, and nothing fails.
bool replaces_new() noexcept;

/// Calls of operator new in this thread so far.
std::size_t allocations() noexcept;

/// The same for all threads.
std::size_t allocations_of_all_threads() noexcept;

/// Lets the next `n` allocations of this thread succeed and the one after fail, once.
class FailingNew {
 public:
  explicit FailingNew(std::size_t n) noexcept;
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;
};

}  // namespace lockstep::test
