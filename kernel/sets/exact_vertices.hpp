// Vertices are stored relative to the first one, in two floats per coordinate. A spare bit records whether this is
// exactly the caller's input: the first vertex relative to itself is 0, and its low part is -0 if the numbers are not
// exact. This holds for hulls and for polygons of the plane.
#pragma once

#include <bit>
#include <cstdint>

namespace lockstep::detail {

inline void mark_inexact(float* low_parts) { low_parts[0] = -0.0F; }
inline bool is_marked_inexact(const float* low_parts) {
  return (std::bit_cast<std::uint32_t>(low_parts[0]) >> 31U) != 0;
}

/// Whether the difference of two floats equals the sum of two others. Source of the rounding error of a difference: D.
/// E. Knuth, "The Art of Computer Programming", 2, 4.2.2.
inline bool is_exact_difference(float x, float y, float high, float low) {
  const double difference = double{x} - y, of_y = x - difference, off = (x - (difference + of_y)) + (of_y - y);
  return off == 0 && difference == double{high} + double{low};
}

}  // namespace lockstep::detail
