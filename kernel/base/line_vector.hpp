// A vector aligned to a cache line, so that data laid out in lines occupies whole lines.
#pragma once

#include <cstddef>
#include <new>
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

/// Leaves default-constructed elements uninitialised: the caller is about to write them, possibly in parallel.
template <class T>
struct RawLineAllocator : LineAllocator<T> {
  template <class U>
  struct rebind {
    using other = RawLineAllocator<U>;
  };

  RawLineAllocator() = default;
  template <class U>
  RawLineAllocator(const RawLineAllocator<U>&) noexcept {}

  template <class U>
  void construct(U* element) noexcept {
    ::new (static_cast<void*>(element)) U;
  }
  template <class U, class Value>
  void construct(U* element, const Value& value) noexcept {
    ::new (static_cast<void*>(element)) U(value);
  }
};

template <class T>
using RawLineVector = std::vector<T, RawLineAllocator<T>>;

}  // namespace lockstep::detail
