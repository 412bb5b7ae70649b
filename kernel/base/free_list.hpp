// A free list of removed elements of an array, linked through the elements themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace lockstep::detail {

/// Free slots are reused last in, first out. Each free slot stores the index of the next one.
class FreeList {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == none; }
  template <class Vector>
  void push(Vector& elements, std::uint32_t index) noexcept {
    std::memcpy(&elements[index], &first_, sizeof first_);
    first_ = index;
  }
  /// The slot to be reused next.
  [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
  /// Removes and returns the first slot of a list that is not empty.
  template <class Vector>
  [[nodiscard]] std::uint32_t pop(const Vector& elements) noexcept {
    const std::uint32_t slot = first_;
    std::memcpy(&first_, &elements[slot], sizeof first_);
    return slot;
  }
  void clear() noexcept { first_ = none; }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  std::uint32_t first_ = none;
};

/// Reserves room for `more` elements, so that appending them cannot fail.
template <class Vector>
void grow(Vector& array, std::size_t more) {
  const std::size_t needed = array.size() + more;
  if (needed > array.capacity()) array.reserve(std::max(needed, 2 * array.capacity()));
}

}  // namespace lockstep::detail
