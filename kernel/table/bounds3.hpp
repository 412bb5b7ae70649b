// An axis-aligned box. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstdint>
#include <limits>

namespace lockstep::detail {

struct Bounds3 {
  float low[3], high[3];

  /// Enlarges the box to hold another one, or a position.
  void add(const Bounds3& other) { add(other.low, other.high); }
  void add(const float* position) { add(position, position); }
  /// The axis of the largest extent, the first of equal ones.
  [[nodiscard]] std::uint32_t longest_axis() const {
    const auto length = [this](std::uint32_t k) { return high[k] - low[k]; };
    const std::uint32_t axis = length(1) > length(0) ? 1 : 0;
    return length(2) > length(axis) ? 2 : axis;
  }
  /// The length of the longest side; not positive if the box is empty.
  [[nodiscard]] double extent() const {
    const auto length = [this](int k) { return double{high[k]} - low[k]; };
    const double of_two = length(0) < length(1) ? length(1) : length(0);
    return of_two < length(2) ? length(2) : of_two;
  }
  /// The sum of the sides.
  [[nodiscard]] float half_perimeter() const { return high[0] - low[0] + (high[1] - low[1]) + (high[2] - low[2]); }

 private:
  void add(const float* low_end, const float* high_end) {
    for (int k = 0; k < 3; ++k) {
      low[k] = low_end[k] < low[k] ? low_end[k] : low[k];
      high[k] = high_end[k] > high[k] ? high_end[k] : high[k];
    }
  }
};

/// The box without positions, to which others are added.
inline constexpr Bounds3 empty_bounds{{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                                       std::numeric_limits<float>::infinity()},
                                      {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity()}};

}  // namespace lockstep::detail
