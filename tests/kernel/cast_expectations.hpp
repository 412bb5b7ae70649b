// The requirements on every answer of a cast, for any motion: proven against the exact oracle, and the same bits as
// another.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

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

/// `List` describes the pair in a line.
template <class Vector, class List>
void expect_same(const std::vector<MetOf<Vector>>& met, const std::vector<MetOf<Vector>>& expected, const List& list,
                 const std::string& what) {
  ASSERT_EQ(met.size(), expected.size());
  for (std::size_t i = 0; i < met.size(); ++i)
    ASSERT_TRUE(same_bits(met[i], expected[i])) << what << ":\n"
                                                << text(met[i]) << "\nexpected\n"
                                                << text(expected[i]) << "\n"
                                                << list.line(i);
}

/// The numbers 0 .. count - 1 in an order that depends on the seed.
inline std::vector<std::size_t> shuffled_order(std::size_t count, std::uint32_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::minstd_rand(seed));
  return order;
}

}  // namespace lockstep::test
