// Memory that ends right before a page that may not be touched, or begins right behind one.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

namespace lockstep::test {

class GuardedPages {
 public:
  explicit GuardedPages(std::size_t bytes) : bytes_(bytes) {
    inner_ = (bytes + page_ - 1) / page_ * page_;
    void* const all = mmap(nullptr, inner_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    base_ = static_cast<char*>(all);
    if (mprotect(base_, page_, PROT_NONE) != 0 || mprotect(base_ + page_ + inner_, page_, PROT_NONE) != 0)
      throw std::bad_alloc();
  }
  ~GuardedPages() {
    if (base_ != nullptr) munmap(base_, inner_ + 2 * page_);
  }
  GuardedPages(GuardedPages&& other) noexcept
      : bytes_(other.bytes_), inner_(other.inner_), base_(std::exchange(other.base_, nullptr)) {}
  GuardedPages& operator=(GuardedPages&&) = delete;

  /// A copy whose last byte is the last one that may be read.
  template <class T>
  T* at_end(const T* from, std::size_t count) {
    return place(base_ + page_ + inner_ - count * sizeof(T), from, count);
  }
  /// A copy whose first byte is the first one that may be read.
  template <class T>
  T* at_begin(const T* from, std::size_t count) {
    return place(base_ + page_, from, count);
  }

 private:
  template <class T>
  T* place(char* to, const T* from, std::size_t count) {
    if (count * sizeof(T) > bytes_) throw std::bad_alloc();
    if (count != 0) std::memcpy(to, from, count * sizeof(T));
    return reinterpret_cast<T*>(to);
  }

  std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t bytes_, inner_ = 0;
  char* base_ = nullptr;
};

}  // namespace lockstep::test
