// Memory that is reused from call to call: it grows and never shrinks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "base/pages.hpp"
#include "base/scratch.hpp"

namespace lockstep::detail {

/// Uninitialised memory for plain numbers that the caller is about to write.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  /// Temporary memory of a call: see scratch_here().
  explicit Buffer(Scratch::Memory* scratch) noexcept : memory_(nullptr, Free{0, scratch}) {}

  /// Room for `count` elements. Keeps the contents only if there was enough room. `std::bad_alloc` leaves the buffer
  /// unchanged.
  T* room_for(std::size_t count) {
    if (count > capacity_) {
      const std::size_t more = std::max(count, capacity_ + capacity_ / 2);  // amortises slowly growing counts
      Memory memory = allocate(more);
      memory_ = std::move(memory);
      capacity_ = more;
    }
    return memory_.get();
  }
  /// Like room_for, but keeps the first `used` elements, and doubles the room whenever it runs out.
  T* grow(std::size_t count, std::size_t used) {
    if (count > capacity_) {
      const std::size_t more = std::max(count, 2 * capacity_);
      Memory memory = allocate(more);
      std::copy_n(memory_.get(), used, memory.get());
      memory_ = std::move(memory);
      capacity_ = more;
    }
    return memory_.get();
  }
  [[nodiscard]] T* data() noexcept { return memory_.get(); }
  [[nodiscard]] const T* data() const noexcept { return memory_.get(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

 private:
  struct Free {
    std::size_t count;
    Scratch::Memory* scratch;
    void operator()(T* memory) const noexcept {
      static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
      if (scratch == nullptr) return deallocate_pages(memory, count);
      scratch->give_back(memory, count * sizeof(T));
    }
  };
  using Memory = std::unique_ptr<T[], Free>;

  Memory allocate(std::size_t count) const {
    Scratch::Memory* const scratch = memory_.get_deleter().scratch;
    T* const memory = scratch == nullptr ? allocate_pages<T>(count) : ScratchAllocator<T>(scratch).allocate(count);
    return Memory(memory, Free{count, scratch});
  }

  Memory memory_{nullptr, Free{0, nullptr}};
  std::size_t capacity_ = 0;
};

}  // namespace lockstep::detail
