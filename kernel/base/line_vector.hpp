// A vector whose memory begins on a cache line, so that what is laid out in lines lies in lines.
#pragma once

#include <cstddef>
#include <vector>

#include "base/pages.hpp"

namespace lockstep::detail {

template <class T>
struct LineAllocator {
  using value_type = T;

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) { return allocate_pages<T>(count); }
  void deallocate(T* memory, std::size_t count) noexcept { deallocate_pages(memory, count); }

  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

}  // namespace lockstep::detail
