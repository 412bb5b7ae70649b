// Memory aligned to a cache line or, if it is large, to a page of 2 MiB, where the system has such pages: touching a
// small page for the first time takes longer than filling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lockstep::detail {

inline constexpr std::size_t cache_line = 64, large_page = std::size_t{1} << 21;

/// From one and a half large pages on.
constexpr bool takes_large_pages([[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  return bytes >= large_page + large_page / 2;
#else
  return false;
#endif
}
/// Rounds up to a whole last page if more than a quarter of it is used: otherwise it would consist of small pages.
constexpr std::size_t with_last_page(std::size_t bytes) {
  const std::size_t used = bytes % large_page;
  const bool takes_it = takes_large_pages(bytes) && used > large_page / 4 && bytes < SIZE_MAX - large_page;
  return takes_it ? bytes - used + large_page : bytes;
}
constexpr std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{takes_large_pages(bytes) ? large_page : cache_line};
}

/// Uninitialised memory for elements.
template <class T>
T* allocate_pages(std::size_t count) {
  static_assert(alignof(T) <= cache_line);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &bytes)) throw std::bad_array_new_length();
  bytes = with_last_page(bytes);
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (takes_large_pages(bytes)) madvise(memory, bytes, MADV_HUGEPAGE);  // a hint, which may fail without harm
#endif
  return static_cast<T*>(memory);
}
template <class T>
void deallocate_pages(T* memory, std::size_t count) noexcept {
  ::operator delete(memory, alignment_of(with_last_page(count * sizeof(T))));
}

}  // namespace lockstep::detail
