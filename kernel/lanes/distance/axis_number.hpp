// The 15 axes of two boxes as one number, which float lanes hand to double lanes: 4 (i + 1) + (j + 1), where i and j
// are the axes of the two boxes, -1 where the other one's is a face's normal.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

constexpr Number axis_number(int of_a, int of_b) { return static_cast<Number>(4 * (of_a + 1) + (of_b + 1)); }

/// i + 1.
inline Real first_of(const Real& axis) {
  const auto step = [&](int at) { return select(axis >= Real(static_cast<Number>(at)), Real(1), Real(0)); };
  return (step(4) + step(8)) + step(12);
}
/// j + 1.
inline Real second_of(const Real& axis) { return axis - first_of(axis) * Real(4); }

/// Of the pair the other way round.
inline Real mirrored_axis(const Real& axis) { return second_of(axis) * Real(4) + first_of(axis); }

}  // namespace lockstep::LOCKSTEP_ISA
