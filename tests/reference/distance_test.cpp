// The distance form of the reference GJK against the exact oracle, closed forms and itself.
//
// An interval is right if it contains the true distance up to 4 units, one unit being the unit roundoff times the sum
// of the largest coordinates of both shapes: support points are rounded, and so is their difference.
#include <lockstep/reference/distance.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <lockstep/reference/distance2.hpp>

#include "convert.hpp"
#include "convert2.hpp"
#include "core.hpp"
#include "generate.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "plane.hpp"
#include "plane_generate.hpp"
#include "plane_pair_line.hpp"
#include "queries.hpp"

namespace lockstep::reference_tests {
namespace {

using reference::Distance, reference::distance, reference::Vector, reference::Vector2;

/// Space or the plane: the distance of any pair of random shapes, and whether it is true.
template <class T, class Shape>
testing::AssertionResult holds_distance(const Shape& a, const Shape& b, int& apart) {
  const std::optional<double> truth = oracle::signed_distance(a, b);
  const double size = largest_coordinate(a) + largest_coordinate(b), slack = units<T>(4, size);
  const auto judge = [&](const auto& x, const auto& y) -> testing::AssertionResult {
    const auto d = distance(x, y);
    const auto wrong = [&](const char* what) {
      return testing::AssertionFailure() << what << ": [" << d.lower << ", " << d.upper << "] normal "
                                         << to_text(d.normal) << " truth " << truth.value_or(-1) << '\n'
                                         << to_pair_line("distance", a, b);
    };
    if (!truth || !(*truth > 0)) {
      return double(d.lower) <= slack ? testing::AssertionSuccess() : wrong("apart, but they meet");
    }
    ++apart;
    if (!(double(d.lower) <= *truth + slack && double(d.upper) >= *truth - slack)) return wrong("misses the truth");
    // In float, support points of round shapes crowd within a few units and the result is far from exact: then only the
    // truth is required.
    const double width = std::is_same_v<T, float> ? 0x1p-12 * size : 0x1p-20 * size;
    if (!(double(d.upper - d.lower) <= 0x1p-9 * *truth + width)) return wrong("wide");
    const double between = length(d.on_a - d.on_b);
    if (!(std::abs(between - double(d.upper)) <= 4 * slack)) return wrong("witness points lie otherwise");
    if (d.overlapping) return *truth <= 4 * slack ? testing::AssertionSuccess() : wrong("overlapping");
    const T gap = dot(x.support(-d.normal) - y.support(d.normal), d.normal);
    if (!(double(gap) >= double(d.lower) - 4 * slack)) return wrong("the normal does not separate them so far");
    return testing::AssertionSuccess();
  };
  return std::visit(judge, to_reference<T>(a), to_reference<T>(b));
}

class ReferenceDistance : public testing::TestWithParam<oracle::Kind> {};

TEST_P(ReferenceDistance, HoldsTheTruth) {
  constexpr std::uint64_t seed = 61;
  Rng rng(seed);
  int apart = 0, count = 0;
  for (oracle::Kind other : oracle::all_kinds) {
    for (int i = 0; i < 18; ++i) {
      const double gap = std::pow(10.0, -1 - i / 3);
      const auto [a, b] = i % 3 == 0   ? random_pair(rng, GetParam(), other)
                          : i % 3 == 1 ? near_contact_pair(rng, GetParam(), other, gap)
                                       : hard_pair(rng, GetParam(), other, oracle::all_hardnesses[std::size_t(i / 3)]);
      ASSERT_TRUE(holds_distance<float>(a, b, apart)) << "seed " << seed << ", pair " << i;
      ASSERT_TRUE(holds_distance<double>(a, b, apart)) << "seed " << seed << ", pair " << i;
      count += 2;
    }
  }
  EXPECT_GT(apart, count / 3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReferenceDistance, testing::ValuesIn(oracle::all_kinds),
                         [](const auto& kind) { return std::string(name(kind.param)); });

TEST(ReferenceDistance2, HoldsTheTruth) {
  constexpr std::uint64_t seed = 62;
  Rng rng(seed);
  int apart = 0, count = 0;
  for (oracle::Kind2 first : oracle::all_kinds2) {
    for (oracle::Kind2 second : oracle::all_kinds2) {
      for (int i = 0; i < 18; ++i) {
        const double gap = std::pow(10.0, -1 - i / 3);
        const auto [a, b] = i % 3 == 0   ? random_pair(rng, first, second)
                            : i % 3 == 1 ? near_contact_pair(rng, first, second, gap)
                                         : hard_pair(rng, first, second, oracle::all_hardnesses[std::size_t(i / 3)]);
        // A turned polygon has rounded vertices here, and with a float angle they would be far less precise.
        ASSERT_TRUE(holds_distance<double>(a, b, apart)) << "seed " << seed << ", pair " << i;
        ++count;
      }
    }
  }
  EXPECT_GT(apart, count / 3);
}

TEST(ReferenceDistance, HoldsTheTruthOfBoxesByAllAxes) {
  constexpr std::uint64_t seed = 63;
  Rng rng(seed);
  int overlapping = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto a = random_box(rng, 0.001), b = random_box(rng, 0.001);
    const double gap = largest_gap(a, b);
    const Distance<Vector<double>> d = distance(a, b);
    // The largest gap along an axis is the distance only if two faces or edges are nearest; it is never larger.
    ASSERT_LE(gap, d.upper + 1e-15) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed << ", pair " << i;
    ASSERT_EQ(d.overlapping, gap <= 0) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed << ", pair " << i;
    overlapping += d.overlapping;
  }
  EXPECT_GT(overlapping, 40);
}

TEST(ReferenceDistance, KnowsSimpleTruths) {
  using reference::Aabb, reference::Capsule, reference::Circle2, reference::Capsule2, reference::Point;
  using reference::Sphere;
  const auto gap = distance(Sphere<double>{{0, 0, 0}, 1}, Aabb<double>{{2, -1, -1}, {3, 1, 1}});
  EXPECT_LE(gap.lower, 1 + 1e-15);
  EXPECT_GE(gap.upper, 1 - 1e-15);
  EXPECT_LE(gap.upper - gap.lower, 1e-13);
  EXPECT_NEAR(gap.on_a.x, 1, 1e-12);
  EXPECT_NEAR(gap.on_b.x, 2, 1e-12);
  EXPECT_NEAR(gap.normal.x, -1, 1e-12);
  EXPECT_FALSE(gap.overlapping);

  const auto flat = distance(Circle2<double>{{0, 0}, 1}, Capsule2<double>{{{3, -1}, {3, 1}}, 0.5});
  EXPECT_NEAR(flat.lower, 1.5, 1e-13);
  EXPECT_NEAR(flat.upper, 1.5, 1e-13);
  EXPECT_NEAR(flat.on_a.x, 1, 1e-7);
  EXPECT_NEAR(flat.on_b.x, 2.5, 1e-7);

  const auto same = distance(Point<float>{{1, 2, 3}}, Point<float>{{1, 2, 3}});
  EXPECT_TRUE(same.overlapping);
  EXPECT_EQ(same.upper, 0);
  EXPECT_EQ(distance(Point<float>{{1, 2, 3}}, Point<float>{{1, 2, 7}}).lower, 4);
  const auto inside = distance(Sphere<float>{{0, 0, 0}, 3}, Capsule<float>{{{-1, 0, 0}, {1, 0, 0}}, 0.5F});
  EXPECT_TRUE(inside.overlapping);
  EXPECT_EQ(inside.upper, 0);
  EXPECT_NEAR(length(inside.on_a - inside.on_b), 0, 1e-6);
}

/// Scaling boxes by a power of two scales the numbers, to the bit; (b, a) is (a, b) up to rounding.
TEST(ReferenceDistance, ScalesAndSwaps) {
  constexpr std::uint64_t seed = 64;
  Rng rng(seed);
  for (int i = 0; i < 1000; ++i) {
    const auto a = random_box(rng, 0.1), b = random_box(rng, 0.1);
    const auto d = distance(a, b), mirrored = distance(b, a);
    ASSERT_LE(d.lower, mirrored.upper + 1e-15) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    ASSERT_GE(d.upper, mirrored.lower - 1e-15) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    for (double scale : {0x1p-10, 0x1p10}) {
      const auto scaled = [&](reference::Box<double> box) {
        box.center = box.center * scale;
        box.half_extents = box.half_extents * scale;
        return box;
      };
      const auto large = distance(scaled(a), scaled(b));
      ASSERT_EQ(large.lower, d.lower * scale) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
      ASSERT_EQ(large.upper, d.upper * scale) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    }
  }
}

TEST(ReferenceDistance, OfNanNothingIsKnown) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const reference::Point<float> point{{100, 100, 100}};
  for (const auto& d : {distance(point, reference::Point<float>{{nan, nan, nan}}),
                        distance(point, reference::Sphere<float>{{0, 0, 0}, nan}),
                        distance(reference::Sphere<float>{{nan, 0, 0}, 1}, point)}) {
    EXPECT_TRUE(d.overlapping);
    EXPECT_EQ(d.lower, 0);
    EXPECT_EQ(d.upper, infinity);
  }
  EXPECT_EQ(distance(reference::Circle2<float>{{nan, 0}, 1}, reference::Point2<float>{{9, 9}}).upper, infinity);
}

/// Random bits: NaN, infinities, denormals and huge numbers. The call returns, with any answer.
TEST(ReferenceDistance, AnyBitsEnd) {
  constexpr std::uint64_t seed = 65;
  Rng rng(seed);
  const auto number = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(rng())); };
  for (int i = 0; i < 20000; ++i) {
    const float x = number(), y = number();
    const auto d = distance(reference::Sphere<float>{{x, y, number()}, number()},
                            reference::Capsule<float>{{{number(), x, y}, {y, x, number()}}, x});
    ASSERT_TRUE(d.lower >= 0 && d.upper >= d.lower) << "seed " << seed << ", pair " << i;
    const auto flat = distance(reference::Circle2<float>{{x, number()}, y}, reference::Point2<float>{{number(), x}});
    ASSERT_TRUE(flat.lower >= 0 && flat.upper >= flat.lower) << "seed " << seed << ", pair " << i;
  }
}

}  // namespace
}  // namespace lockstep::reference_tests
