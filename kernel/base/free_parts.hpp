// A free list for parts of an array: one list per size, linked through the free parts themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace lockstep::detail {

/// A part consists of `units` blocks of `Unit` floats from block `at` on. A free part is reused for its exact size
/// only, so an array never holds more than the sum of the peak usage of each size.
template <std::uint32_t Unit>
class FreeRoom {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  /// Enables give_back for parts of that size. May throw `std::bad_alloc`.
  void expect(std::uint32_t units) {
    const auto at = find(units);
    if (at == sizes_.end() || at->units != units) sizes_.insert(at, {units, none});
  }
  void give_back(float* array, std::uint32_t at, std::uint32_t units) noexcept {
    std::uint32_t& first = find(units)->first;
    std::memcpy(array + std::size_t{at} * Unit, &first, sizeof first);
    first = at;
  }
  /// The last freed part of that size, or `none`.
  [[nodiscard]] std::uint32_t take(const float* array, std::uint32_t units) noexcept {
    std::uint32_t& first = find(units)->first;
    const std::uint32_t at = first;
    if (at != none) std::memcpy(&first, array + std::size_t{at} * Unit, sizeof first);
    return at;
  }
  [[nodiscard]] bool has(std::uint32_t units) const noexcept {
    const auto at = std::lower_bound(sizes_.begin(), sizes_.end(), units, is_smaller);
    return at != sizes_.end() && at->units == units && at->first != none;
  }
  void clear() noexcept { sizes_.clear(); }

 private:
  struct Size {
    std::uint32_t units, first;
  };
  static bool is_smaller(const Size& size, std::uint32_t units) { return size.units < units; }
  typename std::vector<Size>::iterator find(std::uint32_t units) noexcept {
    return std::lower_bound(sizes_.begin(), sizes_.end(), units, is_smaller);
  }

  std::vector<Size> sizes_;  // in rising order
};

}  // namespace lockstep::detail
