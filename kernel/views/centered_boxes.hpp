// The corners of axis-aligned boxes that are given by centre and half extents, rounded outwards.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace lockstep::detail {

/// The next float above a finite x. Adds one to the bits, or subtracts it below zero, where they are in reverse order.
inline float next_above(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x + 0.0F);  // -0 becomes +0
  return std::bit_cast<float>(bits < 0 ? bits - 1 : bits + 1);
}

/// The least float that is not below a + b. The exact sum is `sum` + `error` (D. Knuth, "The Art of Computer
/// Programming", volume 2, 4.2.2, theorem B), so the rounding mode is not touched. Not finite if one of them is not.
inline float sum_rounded_up(float a, float b) {
  const float sum = a + b, of_b = sum - a;
  const float error = (a - (sum - of_b)) + (b - of_b);
  return error > 0 ? next_above(sum) : sum;
}

/// Replaces a centre and a half extent by the two ends. Ends with a NaN if the half extent is negative: rounding may
/// turn the ends of a small one into an interval.
inline void to_ends(float& center, float& half) {
  const float c = center, h = half;
  center = h >= 0 ? -sum_rounded_up(-c, h) : std::numeric_limits<float>::quiet_NaN();
  half = sum_rounded_up(c, h);
}

}  // namespace lockstep::detail
