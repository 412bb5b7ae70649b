// Cosine and sine of the library against numbers of fifty digits, and against known bits: they must be the same
// everywhere.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "lockstep/shapes.hpp"
#include "sets/turn.hpp"

namespace lockstep::test {
namespace {

using detail::Turn;
using detail::turn_of;
using Wide = boost::multiprecision::cpp_bin_float_50;

/// The larger error of the two, in units of 2^-53.
double error_of(float angle) {
  const Turn turn = turn_of(angle);
  const Wide exact(angle);
  const Wide cos_error = abs(cos(exact) - Wide(turn.cos)), sin_error = abs(sin(exact) - Wide(turn.sin));
  return std::ldexp(static_cast<double>(std::max(cos_error, sin_error)), 53);
}

TEST(Turn, IsWithinItsBound) {
  double worst = 0;
  const auto ask = [&worst](float angle) {
    const double error = error_of(angle);
    EXPECT_LE(error, 4) << angle;
    worst = std::max(worst, error);
  };
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    const double part = std::ldexp(static_cast<double>(random() >> 11), -52) - 1;  // in [-1, 1)
    ask(static_cast<float>(part * 1e6));
    ask(static_cast<float>(part * 10));
    ask(static_cast<float>(std::ldexp(part, -static_cast<int>(random() % 140))));
  }
  // Next to multiples of an eighth of a turn, where quarters change and sums cancel.
  for (int k = -2000; k <= 2000; ++k) {
    const int eighths = k < 200 && k > -200 ? k : k * 636;
    const auto nearest = static_cast<float>(eighths * 0.78539816339744830962);
    for (const float angle : {std::nextafter(nearest, -1e9F), nearest, std::nextafter(nearest, 1e9F)})
      if (std::fabs(angle) <= max_angle) ask(angle);
  }
  for (const float angle : {max_angle, -max_angle, std::numeric_limits<float>::denorm_min()}) ask(angle);
  RecordProperty("largest_error_in_2^-53", std::to_string(worst));
}

/// A routine that is off by a unit of 2^-50 fails the test above.
TEST(Turn, TheBoundBites) {
  const Turn turn = turn_of(1);
  EXPECT_GT(std::fabs(turn.cos + 0x1p-50 - 0.54030230586813971740), 4 * 0x1p-53);
}

TEST(Turn, SmallAnglesKeepTheirDigits) {
  for (const float angle : {1e-3F, 1e-10F, 1e-30F, 1e-45F}) {
    const Wide exact = sin(Wide(angle));
    EXPECT_LE(abs(Wide(turn_of(angle).sin) - exact), exact * Wide(0x1p-51)) << angle;
    EXPECT_EQ(turn_of(-angle).sin, -turn_of(angle).sin);
    EXPECT_EQ(turn_of(-angle).cos, turn_of(angle).cos);
  }
}

TEST(Turn, KnownBits) {
  EXPECT_EQ(turn_of(0).cos, 1);
  EXPECT_EQ(turn_of(0).sin, 0);
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto mix = [&hash](double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3U; };
  for (int i = -100000; i <= 100000; ++i) {
    const Turn turn = turn_of(static_cast<float>(i) * 9.99F);
    mix(turn.cos), mix(turn.sin);
  }
  EXPECT_EQ(hash, 0x383162ba3338d041U);
}

TEST(Turn, OfNoAngleIsNoNumber) {
  using Limits = std::numeric_limits<float>;
  for (const float angle : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 1000001.0F, Limits::max()}) {
    EXPECT_TRUE(std::isnan(turn_of(angle).cos)) << angle;
    EXPECT_TRUE(std::isnan(turn_of(angle).sin)) << angle;
  }
}

TEST(Turn, TheFloatNearestToAQuarterMeansOneAsAHalfAngle) {
  EXPECT_EQ(detail::spread_of(detail::quarter_turn).cos, 0);
  EXPECT_EQ(detail::spread_of(detail::quarter_turn).sin, 1);
  EXPECT_LT(turn_of(detail::quarter_turn).cos, 0);
  EXPECT_GT(detail::spread_of(std::nextafter(detail::quarter_turn, 0.0F)).cos, 0);
}

}  // namespace
}  // namespace lockstep::test
