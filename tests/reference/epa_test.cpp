// Depths of the reference against closed forms, the oracle and themselves. Intervals are right as in distance_test.cpp.
#include <lockstep/reference/epa.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <lockstep/reference/epa2.hpp>
#include <lockstep/reference/signed_distance.hpp>

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

using reference::MinkowskiDifference, reference::penetration, reference::signed_distance;
using reference::Vector, reference::Vector2;

TEST(ReferenceEpa, HoldsTheDepthOfBoxesByAllAxes) {
  constexpr std::uint64_t seed = 71;
  Rng rng(seed);
  int deep = 0;
  for (int i = 0; i < 6000; ++i) {
    const auto a = random_box(rng, i % 2 == 0 ? 0.001 : 0.2);
    auto b = random_box(rng, i % 2 == 0 ? 0.001 : 0.2);
    if (i % 10 == 0) b = a;
    if (i % 10 == 1) b.center = a.center;
    if (i % 10 == 2) b.axes = a.axes;
    const double truth = largest_gap(a, b);
    if (truth > 0) continue;
    ++deep;
    const auto replay = [&] {
      return to_text(a) + "\n" + to_text(b) + "\nseed " + std::to_string(seed) + ", pair " + std::to_string(i);
    };
    const auto d = signed_distance(a, b);
    ASSERT_LE(d.lower, truth + 1e-14) << replay();
    ASSERT_GE(d.upper, truth - 1e-14) << replay();
    ASSERT_LE(d.upper - d.lower, 1e-12) << replay();
    ASSERT_LE(length(d.on_a - d.on_b - d.normal * d.lower), 1e-9) << replay();
    ASSERT_NEAR(length(d.normal), 1, 1e-14) << replay();

    const auto f = signed_distance(in_precision<float>(a), in_precision<float>(b));
    ASSERT_LE(double(f.lower), truth + 2e-6) << replay();
    ASSERT_GE(double(f.upper), truth - 2e-6) << replay();
    ASSERT_LE(double(f.upper - f.lower), 1e-3) << replay();
  }
  EXPECT_GT(deep, 2000);
}

/// Round shapes whose cores are separated, by the oracle. Their interval may be wide: concentric ones end at the
/// iteration cap.
template <class T, class Shape>
testing::AssertionResult holds_depth(const Shape& a, const Shape& b, int& deep) {
  const std::optional<double> truth = oracle::signed_distance(a, b);
  const double size = largest_coordinate(a) + largest_coordinate(b), slack = units<T>(8, size);
  if (!truth || !(*truth <= 0)) return testing::AssertionSuccess();
  ++deep;
  const auto judge = [&](const auto& x, const auto& y) -> testing::AssertionResult {
    const auto d = signed_distance(x, y);
    const bool holds = double(d.lower) <= *truth + slack && double(d.upper) >= *truth - slack;
    if (holds && double(d.upper - d.lower) <= 0x1p-5 * -*truth + 64 * slack) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "[" << d.lower << ", " << d.upper << "] truth " << *truth << '\n'
                                       << to_pair_line("depth", a, b);
  };
  return std::visit(judge, to_reference<T>(a), to_reference<T>(b));
}

TEST(ReferenceEpa, HoldsTheDepthOfRoundShapes) {
  constexpr std::uint64_t seed = 72;
  constexpr std::array<oracle::Kind, 5> kinds = {oracle::Kind::sphere, oracle::Kind::capsule, oracle::Kind::placed,
                                                 oracle::Kind::hull, oracle::Kind::box};
  Rng rng(seed);
  int deep = 0;
  for (oracle::Kind first : kinds) {
    for (oracle::Kind second : kinds) {
      for (int i = 0; i < 30; ++i) {
        const auto [a, b] = i % 2 == 0 ? random_pair(rng, first, second)
                                       : near_contact_pair(rng, first, second, -std::pow(10.0, -1 - i / 6));
        ASSERT_TRUE(holds_depth<float>(a, b, deep)) << "seed " << seed << ", pair " << i;
        ASSERT_TRUE(holds_depth<double>(a, b, deep)) << "seed " << seed << ", pair " << i;
      }
    }
  }
  EXPECT_GT(deep, 400);
}

TEST(ReferenceEpa2, HoldsTheDepth) {
  constexpr std::uint64_t seed = 73;
  Rng rng(seed);
  int deep = 0;
  for (oracle::Kind2 first : oracle::all_kinds2) {
    for (oracle::Kind2 second : oracle::all_kinds2) {
      for (int i = 0; i < 18; ++i) {
        const double gap = -std::pow(10.0, -1 - i / 3);
        const auto [a, b] = i % 3 == 0   ? random_pair(rng, first, second)
                            : i % 3 == 1 ? near_contact_pair(rng, first, second, gap)
                                         : hard_pair(rng, first, second, oracle::all_hardnesses[std::size_t(i / 3)]);
        ASSERT_TRUE(holds_depth<double>(a, b, deep)) << "seed " << seed << ", pair " << i;
      }
    }
  }
  EXPECT_GT(deep, 200);
}

TEST(ReferenceEpa, KnowsSimpleTruths) {
  const auto depth =
      penetration(reference::Sphere<double>{{0, 0, 0}, 1}, reference::Aabb<double>{{0.5, -2, -2}, {4, 2, 2}});
  EXPECT_NEAR(depth.lower, 0.5, 1e-13);
  EXPECT_NEAR(depth.upper, 0.5, 1e-13);
  EXPECT_NEAR(depth.normal.x, -1, 1e-12);
  EXPECT_NEAR(length(depth.on_a - Vector<double>{1, 0, 0}), 0, 1e-6);
  EXPECT_NEAR(length(depth.on_b - Vector<double>{0.5, 0, 0}), 0, 1e-6);

  const auto flat =
      penetration(reference::Circle2<double>{{0, 0}, 1}, reference::Box2<double>{{2, 0}, {1, 0}, {1.5, 3}});
  EXPECT_NEAR(flat.lower, 0.5, 1e-13);
  EXPECT_NEAR(flat.upper, 0.5, 1e-13);
  EXPECT_NEAR(length(flat.on_b - Vector2<double>{0.5, 0}), 0, 1e-6);
  EXPECT_NEAR(length(flat.normal - Vector2<double>{-1, 0}), 0, 1e-12);

  // Separated shapes have no depth.
  const auto none = penetration(reference::Point<double>{{0, 0, 0}}, reference::Point<double>{{3, 0, 0}});
  EXPECT_EQ(none.upper, 0);

  // Concentric balls: every direction is equally short, so the polytope is all faces and reaches the iteration cap.
  const auto balls = signed_distance(reference::Sphere<double>{{1, 2, 3}, 1}, reference::Sphere<double>{{1, 2, 3}, 2});
  EXPECT_LE(balls.lower, -3 + 1e-14);
  EXPECT_GE(balls.upper, -3);
  EXPECT_LE(balls.upper, -2.9);
}

/// The observer sees the search: bounds that close, and in the end the answer itself.
template <class A, class B>
void expect_watched(const A& a, const B& b) {
  using V = reference::VectorOf<A>;
  const reference::MinkowskiDifference<A, B> shape{a, b};
  const auto tolerance = reference::default_tolerance<double>;
  const auto search = reference::nearest_to_origin(shape, tolerance);
  std::size_t steps = 0, first_corners = 0;
  reference::Depth<V> last{0, std::numeric_limits<double>::infinity(), {}, {}, {}};
  const auto see = [&](const reference::PolytopeCorners<V>& corners, const auto& nearest,
                       const reference::SupportPoints<V>& w, const reference::Depth<V>& depth) {
    if (steps == 0) first_corners = corners.size();
    EXPECT_EQ(corners.size(), first_corners + steps++);
    EXPECT_GE(depth.lower, last.lower);
    EXPECT_LE(depth.upper, last.upper);
    EXPECT_LE(depth.lower, depth.upper);
    EXPECT_LE(depth.upper, dot(nearest.normal, w.difference) + 1e-14);
    last = depth;
  };
  const reference::Depth<V> depth = reference::penetration(shape, search, tolerance, see);
  EXPECT_GT(steps, 3U);
  EXPECT_EQ(depth.lower, last.lower);
  EXPECT_EQ(depth.upper, last.upper);
  EXPECT_EQ(length(depth.on_a - last.on_a), 0);
  EXPECT_EQ(length(depth.normal - last.normal), 0);
  const reference::Depth<V> unwatched = reference::penetration(shape, search, tolerance);
  EXPECT_EQ(unwatched.lower, depth.lower);
  EXPECT_EQ(unwatched.upper, depth.upper);
}

TEST(ReferenceEpa, ShowsHowThePolytopeGrows) {
  expect_watched(reference::Sphere<double>{{0, 0, 0}, 1}, reference::Capsule<double>{{{0.5, -2, 0}, {1, 2, 1}}, 0.5});
  expect_watched(reference::Circle2<double>{{0, 0}, 1}, reference::Capsule2<double>{{{0.5, -2}, {1, 2}}, 0.5});
}

/// Two sets in one plane (in space) or on one line are separated by an arbitrarily short translation.
TEST(ReferenceEpa, FlatDifferencesHaveNoDepth) {
  using Cloud = reference::PointCloud<double>;
  const auto is_none = [](const auto& a, const auto& b) {
    const auto d = signed_distance(a, b);
    EXPECT_NEAR(d.lower, 0, 1e-14);
    EXPECT_NEAR(d.upper, 0, 1e-14);
    EXPECT_NEAR(length(d.normal), 1, 1e-14);
    EXPECT_NEAR(length(d.on_a - d.on_b), 0, 1e-14);
  };
  const std::vector<Vector<double>> first = {{0, 0, 1}, {4, 0, 2}, {0, 4, 3}},
                                    second = {{1, 1, 1.75}, {5, 1, 2.75}, {1, 5, 3.75}};
  const reference::Point<double> point{{1, 1, 1.75}}, corner{{0, 0, 1}};
  is_none(Cloud{first}, Cloud{second});
  is_none(Cloud{first}, Cloud{first});
  is_none(Cloud{first}, point);
  is_none(Cloud{first}, corner);
  is_none(point, point);
  const reference::Segment<Vector<double>> along{{0, 0, 0}, {4, 4, 4}}, across{{2, 2, 0}, {2, 2, 9}};
  is_none(along, reference::Segment<Vector<double>>{{1, 1, 1}, {9, 9, 9}});
  is_none(along, across);
  using Line = reference::Segment<Vector2<double>>;
  is_none(Line{{0, 0}, {4, 4}}, Line{{1, 1}, {9, 9}});
  is_none(Line{{0, 0}, {4, 4}}, reference::Point2<double>{{1, 1}});
  is_none(reference::Point2<double>{{1, 1}}, reference::Point2<double>{{1, 1}});
  // But crossing lines of the plane, and a line through a triangle of space, do have a depth.
  const auto crossing = signed_distance(Line{{-2, 0}, {2, 0}}, Line{{0, -1}, {0, 3}});
  EXPECT_NEAR(crossing.upper, -1, 1e-14);
  const auto through = signed_distance(Cloud{first}, reference::Segment<Vector<double>>{{1, 1, 0}, {1, 1, 2.5}});
  EXPECT_LT(through.upper, -0.5);
}

/// In contact, however the search ended: on a corner, an edge or a face.
TEST(ReferenceEpa, ContactHasNoDepth) {
  using Box = reference::Aabb<double>;
  const Box box{{0, 0, 0}, {1, 1, 1}};
  for (const Box& other : {Box{{1, 0, 0}, {2, 1, 1}}, Box{{1, 0.5, 0.25}, {3, 4, 5}}, Box{{1, 1, -3}, {2, 2, 3}},
                           Box{{1, 1, 1}, {2, 2, 2}}, Box{{-2, 0.25, 0.25}, {0, 0.5, 0.5}}}) {
    for (const auto& d : {signed_distance(box, other), signed_distance(other, box)}) {
      EXPECT_NEAR(d.lower, 0, 1e-14);
      EXPECT_NEAR(d.upper, 0, 1e-14);
    }
  }
  const auto ball = signed_distance(box, reference::Sphere<double>{{2, 0.5, 0.5}, 1});
  EXPECT_NEAR(ball.lower, 0, 1e-13);
  EXPECT_NEAR(ball.upper, 0, 1e-13);
}

/// Moved out along the normal by a little more than the depth they are separated, by a little less they are not.
TEST(ReferenceEpa, TheDepthIsTheWayOut) {
  constexpr std::uint64_t seed = 74;
  Rng rng(seed);
  int deep = 0;
  for (int i = 0; i < 1500; ++i) {
    auto a = random_box(rng, 0.1);
    const Vector<double> p = random_vector(rng, 1), q = random_vector(rng, 1);
    const reference::Capsule<double> b{{p, q}, uniform(rng, 0, 0.5)};
    const auto d = signed_distance(a, b);
    if (!(d.upper < -1e-3)) continue;
    ++deep;
    const Vector<double> center = a.center;
    a.center = center + d.normal * (-d.lower + 1e-9);
    ASSERT_FALSE(reference::distance(a, b).overlapping) << to_text(a) << "\nseed " << seed << ", pair " << i;
    a.center = center + d.normal * (-d.upper - 1e-6);
    ASSERT_TRUE(reference::distance(a, b).overlapping) << to_text(a) << "\nseed " << seed << ", pair " << i;
    const Vector<double> elsewhere = random_vector(rng, 1);  // no shorter way
    a.center = center + elsewhere * ((-d.upper - 1e-6) / length(elsewhere));
    ASSERT_TRUE(reference::distance(a, b).overlapping) << to_text(a) << "\nseed " << seed << ", pair " << i;
  }
  EXPECT_GT(deep, 400);
}

TEST(ReferenceEpa, ScalesSwapsAndTranslates) {
  constexpr std::uint64_t seed = 75;
  Rng rng(seed);
  for (int i = 0; i < 1000; ++i) {
    const auto a = random_box(rng, 0.1), b = random_box(rng, 0.1);
    const auto replay = [&] { return to_text(a) + "\n" + to_text(b) + "\nseed " + std::to_string(seed); };
    const auto d = signed_distance(a, b), mirrored = signed_distance(b, a);
    ASSERT_NEAR(d.lower, mirrored.lower, 1e-13) << replay();
    ASSERT_NEAR(d.upper, mirrored.upper, 1e-13) << replay();
    auto far_a = a, far_b = b;
    const Vector<double> by{8, -16, 4};
    far_a.center = a.center + by, far_b.center = b.center + by;
    const auto moved = signed_distance(far_a, far_b);
    ASSERT_NEAR(d.lower, moved.lower, 1e-12) << replay();
    ASSERT_NEAR(d.upper, moved.upper, 1e-12) << replay();
    for (double scale : {0x1p-10, 0x1p10}) {
      auto large_a = a, large_b = b;
      large_a.center = a.center * scale, large_a.half_extents = a.half_extents * scale;
      large_b.center = b.center * scale, large_b.half_extents = b.half_extents * scale;
      const auto large = signed_distance(large_a, large_b);
      ASSERT_EQ(large.lower, d.lower * scale) << replay();
      ASSERT_EQ(large.upper, d.upper * scale) << replay();
    }
  }
}

TEST(ReferenceEpa, OfNanNothingIsKnown) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const reference::Point<double> point{{100, 100, 100}};
  for (const auto& d : {signed_distance(point, reference::Point<double>{{nan, nan, nan}}),
                        signed_distance(point, reference::Sphere<double>{{0, 0, 0}, nan}),
                        signed_distance(reference::Sphere<double>{{nan, 0, 0}, 1}, point)}) {
    EXPECT_EQ(d.lower, -infinity);
    EXPECT_EQ(d.upper, infinity);
  }
  EXPECT_EQ(signed_distance(reference::Circle2<double>{{nan, 0}, 1}, reference::Point2<double>{{9, 9}}).lower,
            -infinity);
}

/// If a product of two coordinates loses digits, an interval may be arbitrarily wide, but it contains the truth.
TEST(ReferenceEpa, HugeAndTinyDepthsAreNotDenied) {
  for (float scale : {1e-35F, 1e-25F, 1e-18F, 1e-10F, 1e10F, 1e18F, 1e25F, 1e35F}) {
    const auto ball = [&](float x) { return reference::Sphere<float>{{x * scale, 0, 0}, scale}; };
    const auto circle = [&](float x) { return reference::Circle2<float>{{x * scale, 0}, scale}; };
    const auto holds = [&](const auto& d) { return d.lower <= -0.499999F * scale && d.upper >= -0.500001F * scale; };
    EXPECT_TRUE(holds(signed_distance(ball(0), ball(1.5F)))) << scale;
    EXPECT_TRUE(holds(signed_distance(circle(0), circle(1.5F)))) << scale;
    const reference::Aabb<float> low{{0, 0, 0}, {scale, scale, scale}},
        high{{scale / 2, 0, 0}, {2 * scale, scale, scale}};
    EXPECT_TRUE(holds(signed_distance(low, high))) << scale;
  }
  const auto near = signed_distance(reference::Sphere<float>{{0, 0, 0}, 1e-10F}, reference::Point<float>{{0, 0, 0}});
  EXPECT_NEAR(near.lower, -1e-10, 1e-13);
}

/// A NaN that occurs only in some directions, like the maximum of a box.
TEST(ReferenceEpa, OfANaNInOneDirectionNoContactIsClaimed) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const reference::Sphere<double> ball{{0, 0, 0}, 0.25};
  for (const reference::Aabb<double>& box :
       {reference::Aabb<double>{{-1, -1, -1}, {nan, 1, 1}}, reference::Aabb<double>{{-1, -1, -1}, {1, 1, nan}},
        reference::Aabb<double>{{-1, nan, -1}, {1, 1, 1}}}) {
    EXPECT_LE(signed_distance(ball, box).lower, -1.2499);
    EXPECT_LE(signed_distance(box, ball).lower, -1.2499);
  }
}

TEST(ReferenceEpa, AnyBitsEnd) {
  constexpr std::uint64_t seed = 76;
  Rng rng(seed);
  const auto number = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(rng())); };
  for (int i = 0; i < 5000; ++i) {
    const float x = number(), y = number(), z = number(), r = number();
    const auto d = signed_distance(reference::Sphere<float>{{x, y, z}, r},
                                   reference::Capsule<float>{{{x, z, y}, {y, x, z}}, number()});
    ASSERT_FALSE(d.lower > d.upper) << "seed " << seed << ", pair " << i;
    const auto flat = signed_distance(reference::Circle2<float>{{x, y}, r}, reference::Circle2<float>{{y, x}, z});
    ASSERT_FALSE(flat.lower > flat.upper) << "seed " << seed << ", pair " << i;
  }
}

}  // namespace
}  // namespace lockstep::reference_tests
