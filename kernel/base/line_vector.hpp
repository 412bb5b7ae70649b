// A vector whose memory begins on a cache line, so that what is laid out in lines lies in lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace lockstep::detail {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, sizeof(T), &bytes)) throw std::bad_array_new_length();
    return static_cast<T*>(::operator new(bytes, line));
  }
  void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, line); }

  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

}  // namespace lockstep::detail
