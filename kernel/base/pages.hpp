// Memory that begins on a cache line, and where there is much of it on a page of 2 MiB, if the system has such pages: to
// touch a small one for the first time takes longer than to fill it.
#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lockstep::detail {

inline constexpr std::size_t cache_line = 64, large_page = std::size_t{1} << 21;

/// Where two of them or more are filled.
constexpr bool takes_large_pages([[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  return bytes >= 2 * large_page;
#else
  return false;
#endif
}
constexpr std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{takes_large_pages(bytes) ? large_page : cache_line};
}

/// Room for elements, none of which is made.
template <class T>
T* allocate_pages(std::size_t count) {
  static_assert(alignof(T) <= cache_line);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes)) throw std::bad_array_new_length();
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (takes_large_pages(bytes)) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish, and nothing is lost where it fails
#endif
  return static_cast<T*>(memory);
}
template <class T>
void deallocate_pages(T* memory, std::size_t count) noexcept {
  ::operator delete(memory, alignment_of(count * sizeof(T)));
}

}  // namespace lockstep::detail
