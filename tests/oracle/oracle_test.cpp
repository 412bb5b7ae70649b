// The oracle itself: hand-made truths, independent exact formulas, and its quick bounds against its exact search.
#include "oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <lockstep/reference/quaternion.hpp>

#include "exact.hpp"
#include "generate.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;
using RationalVector = Vector<Rational>;

RationalVector exact(const Vec3& p) { return {Rational(p.x), Rational(p.y), Rational(p.z)}; }

struct Known {
  const char* line;
  Truth truth;
};

TEST(Oracle, KnowsSimpleTruths) {
  const Known cases[] = {
      {"apart | sphere 0 0 0 1 | point 1.0000001 0 0", Truth::separated},
      {"touching | sphere 0 0 0 1 | point 1 0 0", Truth::contact},
      {"in-a-ball | sphere 0 0 0 1 | point 0.5 0 0", Truth::overlapping},
      {"pythagoras | sphere 3 4 0 2 | sphere 0 0 0 3", Truth::contact},
      {"faces | aabb 0 0 0 1 1 1 | aabb 1 0 0 2 1 1", Truth::contact},
      {"edges | aabb 0 0 0 1 1 1 | aabb 1 1 0 2 2 1", Truth::contact},
      {"vertices | aabb 0 0 0 1 1 1 | aabb 1 1 1 2 2 2", Truth::contact},
      {"past-a-vertex | aabb 0 0 0 1 1 1 | aabb 1.0000001 1 1 2 2 2", Truth::separated},
      {"same | aabb 0 0 0 1 1 1 | aabb 0 0 0 1 1 1", Truth::overlapping},
      {"flat-on-face | aabb 0 0 0 1 1 1 | aabb 0 0 1 1 1 1", Truth::contact},
      {"coplanar | hull 3 0 0 0 1 0 0 0 1 0 | hull 3 0 0 0 1 0 0 0 1 0", Truth::contact},
      {"pierced | hull 3 -1 -1 0 2 -1 0 -1 2 0 | capsule 0 0 -1 0 0 1 0", Truth::overlapping},
      {"pierced-at-edge | hull 3 -1 -1 0 2 -1 0 -1 2 0 | capsule -1 0 -1 -1 0 1 0", Truth::contact},
      {"crossing-segments | capsule -1 0 0 1 0 0 0 | capsule 0 -1 0 0 1 0 0", Truth::contact},
      {"quarter-turn-reaches | obb 0 0 0 0 0 1 1 2 0.5 0.5 | point 0 2 0", Truth::contact},
      {"quarter-turn-leaves | obb 0 0 0 0 0 1 1 2 0.5 0.5 | point 2 0 0", Truth::separated},
      {"any-quaternion-length | obb 0 0 0 0 0 3 3 2 0.5 0.5 | point 0 2 0", Truth::contact},
      {"identity-volume | frustumvp01 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | point 1 -1 0.5", Truth::contact},
      {"depth-0-to-1 | frustumvp01 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | point 0 0 -0.5", Truth::separated},
      {"depth-1-to-1 | frustumvp11 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 | point 0 0 -0.5", Truth::overlapping},
      {"in-an-egg | ellipsoid 0 0 0 0 0 0 1 1 2 3 | point 0.5 1 1.5", Truth::overlapping},
      {"beside-an-egg | ellipsoid 0 0 0 0 0 0 1 1 2 3 | point 0.7 1.4 0.5", Truth::separated},
      {"egg-turned | ellipsoid 0 0 0 0 0 1 1 4 1 1 | sphere 0 4.5 0 0.75", Truth::overlapping},
      {"flat-egg-in-its-plane | ellipsoid 0 0 0 0 0 0 1 1 2 0 | point 0.5 0.5 0", Truth::contact},
      {"flat-eggs-apart | ellipsoid 2 3 0 0 0 0 1 2 0 0 | ellipsoid 2 3 1 1 0 0 1 2 0 1", Truth::separated},
      {"flat-eggs-in-one-plane | ellipsoid 4 2 0 0 0 1 1 0 0 2 | ellipsoid 4 2 0 0 0 1 1 0 1 2", Truth::contact},
      {"pencils-cross | cylinder -5 0 0 5 0 0 1 | cylinder 0 -5 1.9999 0 5 1.9999 1", Truth::overlapping},
      {"pencils-pass | cylinder -5 0 0 5 0 0 1 | cylinder 0 -5 2.0001 0 5 2.0001 1", Truth::separated},
      {"cap | cylinder 0 0 0 0 0 1 1 | point 0.7 0.7 1.0000001", Truth::separated},
      {"rim | cylinder 0 0 0 0 0 1 5 | point 3 4 0.5", Truth::contact},
      {"beside-the-tip | cone 0 0 0 0 0 1 1 | point 0 0.5000001 0.5", Truth::separated},
      {"under-the-tip | cone 0 0 0 0 0 1 1 | point 0 0.4999999 0.5", Truth::overlapping},
      {"smallest | point 1e-45 0 0 | point 0 0 0", Truth::separated},
      {"huge-and-small | sphere 1e18 0 0 1e18 | point -1e-45 0 0", Truth::separated},
      {"huge-and-zero | sphere 1e18 0 0 1e18 | point 0 0 0", Truth::contact},
  };
  for (const Known& item : cases) {
    const PairLine pair = parse_pair_line(item.line);
    EXPECT_EQ(decide(pair.a, pair.b), item.truth) << item.line;
    EXPECT_EQ(decide(pair.b, pair.a), item.truth) << item.line;
    EXPECT_EQ(decide_exactly(pair.a, pair.b), item.truth) << item.line;
  }
}

/// Any box as center, axes and half extents in fractions; axes scaled by q.q need no division.
struct ExactBox {
  RationalVector center;
  std::array<RationalVector, 3> axes;  ///< with the half extents multiplied in
};

ExactBox exact_box(const AnyShape& shape) {
  if (const auto* box = std::get_if<Aabb>(&shape)) {
    const RationalVector low = exact(box->min), high = exact(box->max), half = (high - low) * Rational(1, 2);
    return {low + half, {RationalVector{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}};
  }
  const Box& box = std::get<Box>(shape);
  const Quat& q = box.rotation;
  std::array<RationalVector, 3> axes = reference::rotation_axes(reference::Quaternion<Rational>{q.x, q.y, q.z, q.w});
  const RationalVector half = exact(box.half_extents);
  return {exact(box.center), {axes[0] * half.x, axes[1] * half.y, axes[2] * half.z}};
}

/// The separating axis theorem for two boxes. Flat boxes have no normals of their own as cross products of extents, so
/// the normals come from the unscaled axes.
Truth separating_axes(const AnyShape& a, const AnyShape& b, const std::array<RationalVector, 6>& normals) {
  const ExactBox first = exact_box(a), second = exact_box(b);
  Truth truth = Truth::overlapping;
  const auto test = [&](const RationalVector& n) {
    if (dot(n, n) == 0) return;
    Rational gap = abs(dot(second.center - first.center, n));
    for (const ExactBox* box : {&first, &second}) {
      for (const RationalVector& axis : box->axes) gap -= abs(dot(axis, n));
    }
    if (gap > 0) truth = Truth::separated;
    if (gap == 0 && truth == Truth::overlapping) truth = Truth::contact;
  };
  for (std::size_t i = 0; i < 6; ++i) test(normals[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 3; j < 6; ++j) test(cross(normals[i], normals[j]));
  }
  return truth;
}

std::array<RationalVector, 3> normals_of(AnyShape shape) {
  if (auto* box = std::get_if<Aabb>(&shape)) *box = {{-1, -1, -1}, {1, 1, 1}};
  if (auto* box = std::get_if<Box>(&shape)) box->half_extents = {1, 1, 1};
  return exact_box(shape).axes;
}

TEST(Oracle, AgreesWithSeparatingAxesOnBoxes) {
  constexpr std::uint64_t seed = 11;
  Rng rng(seed);
  constexpr std::array<Kind, 2> kinds = {Kind::aabb, Kind::box};
  std::array<int, 3> seen{};
  for (int i = 0; i < 1500; ++i) {
    const Kind first = kinds[rng() % 2], second = kinds[rng() % 2];
    const Hardness hardness = i % 3 == 0 ? Hardness::lattice : all_hardnesses[rng() % all_hardnesses.size()];
    const auto [a, b] = i % 5 == 0 ? random_pair(rng, first, second) : hard_pair(rng, first, second, hardness);
    const std::array<RationalVector, 3> n = normals_of(a), m = normals_of(b);
    const Truth expected = separating_axes(a, b, {n[0], n[1], n[2], m[0], m[1], m[2]});
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(decide(a, b), expected) << "seed " << seed << "\n" << to_pair_line("box-" + std::to_string(i), a, b);
  }
  for (int count : seen) EXPECT_GT(count, 100);
}

Truth compared(const Rational& distance, const Rational& reach) {
  if (distance > reach) return Truth::separated;
  return distance == reach ? Truth::contact : Truth::overlapping;
}

/// Squared distance of a point to a segment by projection.
Rational squared_distance(const RationalVector& p, const Capsule& segment) {
  const RationalVector start = exact(segment.p0), along = exact(segment.p1) - start;
  const Rational length_squared = dot(along, along);
  Rational t = length_squared == 0 ? Rational(0) : Rational(dot(p - start, along) / length_squared);
  t = std::clamp(t, Rational(0), Rational(1));
  const RationalVector offset = p - (start + along * t);
  return dot(offset, offset);
}

TEST(Oracle, AgreesWithProjectionOnBallsAndCapsules) {
  constexpr std::uint64_t seed = 12;
  Rng rng(seed);
  for (int i = 0; i < 2000; ++i) {
    const Hardness hardness = all_hardnesses[rng() % all_hardnesses.size()];
    const auto [a, b] = hard_pair(rng, Kind::sphere, Kind::capsule, hardness);
    const Sphere& sphere = std::get<Sphere>(a);
    const Capsule& capsule = std::get<Capsule>(b);
    const Rational reach = Rational(sphere.radius) + Rational(capsule.radius);
    // Two points without a radius that meet are at most in contact.
    const Truth expected = compared(squared_distance(exact(sphere.center), capsule), reach * reach);
    ASSERT_EQ(decide(a, b), expected) << "seed " << seed << "\n" << to_pair_line("ball-" + std::to_string(i), a, b);
  }
}

/// The place of a point by the definition of the volume: its clip coordinates against w.
Truth clip_test(const MatrixVolume& volume, const Vec3& point) {
  const std::array<Rational, 4> p = {Rational(point.x), Rational(point.y), Rational(point.z), Rational(1)};
  std::array<Rational, 4> clip;
  for (std::size_t i = 0; i < 16; ++i) clip[i / 4] += Rational(volume.row_major[i]) * p[i % 4];
  const auto& [x, y, z, w] = clip;
  const Rational near = volume.range == DepthRange::zero_to_one ? z : Rational(z + w);
  const Rational least =
      std::min({Rational(w - x), Rational(w + x), Rational(w - y), Rational(w + y), near, Rational(w - z)});
  return compared(-least, 0);
}

TEST(Oracle, AgreesWithClipCoordinatesOnMatrixVolumes) {
  constexpr std::uint64_t seed = 13;
  Rng rng(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 1000; ++i) {
    const Hardness hardness = i % 2 == 0 ? Hardness::lattice : all_hardnesses[rng() % all_hardnesses.size()];
    const auto [a, b] = hard_pair(rng, Kind::point, Kind::matrix, hardness);
    const Truth expected = clip_test(std::get<MatrixVolume>(b), std::get<Point>(a).position);
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(decide(a, b), expected) << "seed " << seed << "\n" << to_pair_line("clip-" + std::to_string(i), a, b);
  }
  for (int count : seen) EXPECT_GT(count, 50);
}

class OracleOnPairs : public testing::TestWithParam<Kind> {};

TEST_P(OracleOnPairs, QuickBoundsAgreeWithTheExactSearchAndBothOrders) {
  constexpr std::uint64_t seed = 14;
  Rng rng(seed);
  for (Kind other : all_kinds) {
    for (int i = 0; i < 40; ++i) {
      const Hardness hardness = all_hardnesses[rng() % all_hardnesses.size()];
      const auto [a, b] =
          i % 4 == 0 ? random_pair(rng, GetParam(), other) : hard_pair(rng, GetParam(), other, hardness);
      const Truth truth = decide(a, b);
      const std::string line = to_pair_line("pair-" + std::to_string(i), a, b);
      ASSERT_EQ(truth, decide_exactly(a, b)) << "seed " << seed << "\n" << line;
      ASSERT_EQ(truth, decide(b, a)) << "seed " << seed << "\n" << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, OracleOnPairs, testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return std::string(name(kind.param)); });

/// A small ball on the face of a box a million times its size, its radius the float nearest to its distance: the gap is
/// smaller than the rounding of the box' corners in double, so only the exact search can decide.
TEST(Oracle, QuickBoundsLeaveTheClosestCallsToTheExactSearch) {
  constexpr std::uint64_t seed = 15;
  Rng rng(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 300; ++i) {
    const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1), z = uniform(rng, -1, 1);
    const Quat turn{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 1};
    const Vector<double> normal = reference::rotation_axes(reference::Quaternion<double>{turn.x, turn.y, turn.z, 1})[0];
    const AnyShape box = moved(Box{{0, 0, 0}, turn, {1e6F, 1e6F, 1e6F}}, -normal.x * (1e6 + 0.5),
                               -normal.y * (1e6 + 0.5), -normal.z * (1e6 + 0.5));
    const Point origin{{0, 0, 0}};
    const double step = 1e-4 - signed_distance(box, origin).value();
    const auto center = std::get<Point>(moved(origin, normal.x * step, normal.y * step, normal.z * step));
    const auto radius = static_cast<float>(signed_distance(box, center).value());
    const Sphere ball{center.position, radius};
    const Truth truth = decide_exactly(box, ball);
    ++seen[static_cast<std::size_t>(truth)];
    ASSERT_EQ(decide(box, ball), truth) << "seed " << seed << "\n"
                                        << to_pair_line("close-" + std::to_string(i), box, ball);
  }
  EXPECT_GT(seen[0], 50);
  EXPECT_GT(seen[2], 50);
}

TEST(Oracle, MeasuresGapsAndDepths) {
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_EQ(signed_distance(box, Point{{1, 3, 0}}), 2.0);
  EXPECT_EQ(signed_distance(Sphere{{0, 0, 0}, 1}, Sphere{{3, 4, 0}, 1}), 3.0);
  EXPECT_EQ(signed_distance(Sphere{{0, 0, 0}, 3}, Sphere{{3, 4, 0}, 4}), -2.0);
  EXPECT_EQ(signed_distance(box, box), -2.0);
  EXPECT_EQ(decide_grown(box, Point{{1, 3, 0}}, 1.9999), Truth::separated);
  EXPECT_EQ(decide_grown(box, Point{{1, 3, 0}}, 2), Truth::contact);
  EXPECT_EQ(decide_grown(box, Point{{1, 3, 0}}, 2.0001), Truth::overlapping);
  EXPECT_TRUE(deeper_than(box, Point{{0.75F, 0, 0}}, 0.25));
  EXPECT_FALSE(deeper_than(box, Point{{0.75F, 0, 0}}, 0.2500001));
  EXPECT_FALSE(deeper_than(box, Point{{1, 3, 0}}, 0.1));
}

TEST(Oracle, RefusesWhatIsNoShape) {
  const Point origin{{0, 0, 0}};
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  EXPECT_THROW((void)decide(Point{{nan, 0, 0}}, origin), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Sphere{{0, 0, 0}, infinity}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Sphere{{0, 0, 0}, -1}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, HullShape{}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Box{{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, MatrixVolume{}), std::invalid_argument);  // singular
  const MatrixVolume infinite_far{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 1, 0}};
  EXPECT_THROW((void)decide(origin, infinite_far), std::invalid_argument);
  EXPECT_THROW((void)decide_grown(origin, origin, -1), std::invalid_argument);
}

}  // namespace
