// One number for each of the 15 axes of two boxes, 4 i + j: i and j are the axes of the two boxes, counted from 1. One
// of them is 0 if the axis is a face normal of the other box.
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
