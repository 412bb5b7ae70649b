// Elements of an array that were removed, to be used again: a list that is linked through the elements themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace lockstep::detail {

/// Holes are given out again last made first. Where there was an element now stands the index of the next hole.
class HoleList {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == none; }
  template <class Vector>
  void push(Vector& elements, std::uint32_t index) noexcept {
    std::memcpy(&elements[index], &first_, sizeof first_);
    first_ = index;
  }
  /// The hole that comes next.
  [[nodiscard]] std::uint32_t first() const noexcept { return first_; }
  /// Of a list that is not empty.
  template <class Vector>
  [[nodiscard]] std::uint32_t pop(const Vector& elements) noexcept {
    const std::uint32_t hole = first_;
    std::memcpy(&first_, &elements[hole], sizeof first_);
    return hole;
  }
  void clear() noexcept { first_ = none; }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  std::uint32_t first_ = none;
};

/// Room for `more` elements, so that appending them cannot fail.
template <class Vector>
void grow(Vector& array, std::size_t more) {
  const std::size_t needed = array.size() + more;
  if (needed > array.capacity()) array.reserve(std::max(needed, 2 * array.capacity()));
}

}  // namespace lockstep::detail
