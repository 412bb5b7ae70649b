// Expectations of first contacts, and the wall that a stick turns into: for space and for the plane.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include <lockstep/types.hpp>

namespace lockstep::oracle {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr float half_turn = 3.14159274F;

/// The fraction of half a turn at which the tip of a stick, which is at (3 cos(angle), 3 sin(angle)), hits a wall at
/// 1.5.
inline constexpr double at_wall = std::numbers::pi / 6 / double{half_turn};

inline void expect_contact(const Interval& found, double truth, double width) {
  EXPECT_LE(found.lower, truth);
  EXPECT_GE(found.upper, truth);
  EXPECT_LE(found.upper - found.lower, width);
}

inline void expect_never(const Interval& found) {
  EXPECT_EQ(found.lower, infinity);
  EXPECT_EQ(found.upper, infinity);
}

}  // namespace lockstep::oracle
