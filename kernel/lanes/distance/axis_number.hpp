// The 15 axes of two boxes as one number, 4 i + j: i and j are the axes of the two boxes, counted from 1, or 0 where
// the other one's is a face's normal.
#pragma once

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

constexpr Number axis_number(int of_a, int of_b) { return static_cast<Number>(4 * (of_a + 1) + (of_b + 1)); }

/// i
inline Real first_of(const Real& axis) {
  const auto step = [&](int at) { return select(axis >= Real(static_cast<Number>(at)), Real(1), Real(0)); };
  return (step(4) + step(8)) + step(12);
}

}  // namespace lockstep::LOCKSTEP_ISA
