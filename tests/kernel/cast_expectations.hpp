// The requirements on every answer of a cast, for any motion: proven against the exact oracle.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "cast_list.hpp"
#include "oracle.hpp"
#include "plane.hpp"

namespace lockstep::test {

/// No contact before the lower end, contact by the upper one; of space or of the plane.
template <class AnyPair, class Vector>
void judge_interval(const Interval& f, const AnyPair& pair, const Vector& motion) {
  const auto meet = [&](double from, double to) {
    return oracle::meet_between(pair.first, pair.second, motion, from, to);
  };
  ASSERT_GE(f.lower, 0);
  ASSERT_LE(f.lower, f.upper);
  if (result_of(f) == CastResult::hits) {
    ASSERT_TRUE(meet(f.lower, f.upper));
  }
  if (f.lower > 0) {
    ASSERT_FALSE(meet(0, f.lower > 1 ? 1 : std::nextafter(f.lower, 0.0)));
  }
}

}  // namespace lockstep::test
