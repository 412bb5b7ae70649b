#include "counting_new.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

// ThreadSanitizer links its own operators, which cannot be replaced: there nothing is counted.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LOCKSTEP_KEEPS_NEW
#endif
#endif

namespace lockstep::test {

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
thread_local std::size_t count = 0;
thread_local std::size_t left = never;
std::atomic<std::size_t> total = 0;

[[maybe_unused]] void* allocate(std::size_t bytes, std::size_t alignment) {
  ++count, ++total;
  if (left == 0) {
    left = never;
    throw std::bad_alloc();
  }
  if (left != never) --left;
  // Of exactly this size, so that AddressSanitizer sees what is read beyond it.
  void* memory = nullptr;
  if (alignment <= alignof(std::max_align_t)) {
    memory = std::malloc(std::max<std::size_t>(bytes, 1));
  } else if (posix_memalign(&memory, alignment, std::max<std::size_t>(bytes, 1)) != 0) {
    memory = nullptr;
  }
  if (memory != nullptr) return memory;
  throw std::bad_alloc();
}

}  // namespace

bool replaces_new() noexcept {
#ifdef LOCKSTEP_KEEPS_NEW
  return false;
#else
  return true;
#endif
}
std::size_t allocations() noexcept { return count; }
std::size_t allocations_of_all_threads() noexcept { return total; }
FailingNew::FailingNew(std::size_t n) noexcept { left = n; }
FailingNew::~FailingNew() { left = never; }

}  // namespace lockstep::test

#ifndef LOCKSTEP_KEEPS_NEW
// The other forms of new and delete call these, except for the nothrow form under AddressSanitizer.
void* operator new(std::size_t bytes) { return lockstep::test::allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return lockstep::test::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
