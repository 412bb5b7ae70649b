// The guarantees of `distance` besides numbers, in space and in the plane: options, errors, free slots, invalid
// numbers, the effect of moving a shape by its distance, and agreement with the scalar reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bad_numbers.hpp"
#include "cast_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "judge.hpp"
#include "lockstep/reference/signed_distance.hpp"
#include "plane_support.hpp"
#include "plane_variations.hpp"
#include "spaces.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

template <class S>
class Distance : public testing::Test {};
TYPED_TEST_SUITE(Distance, Spaces, SpaceName);

/// Two balls 3 apart and with radii 1, on the x axis.
template <class S>
struct TwoBalls {
  typename S::Set set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Interval> distances{2};

  TwoBalls() { set.add(S::ball(0, 0, 1)), set.add(S::ball(3, 0, 1)); }

  std::string error(std::span<Interval> out, std::span<typename S::WitnessPoints> points = {},
                    std::span<typename S::Vecd> normals = {}) {
    return error_of([&] { distance(set, set, pairs, {out, points, normals}); });
  }
  std::string error(const DistanceOptions& options = {}) {
    return error_of([&] { distance(set, set, pairs, {distances}, options); });
  }
};

TYPED_TEST(Distance, OfTwoBalls) {
  TwoBalls<TypeParam> two;
  const auto measured = measure(two.set, two.set, two.pairs);
  EXPECT_NEAR(measured[0].distance.lower, 1, 1e-12);
  EXPECT_NEAR(measured[0].distance.upper, 1, 1e-12);
  EXPECT_NEAR(length(measured[0].points.a - TypeParam::d(1, 0)), 0, 1e-12);
  EXPECT_NEAR(length(measured[0].points.b - TypeParam::d(2, 0)), 0, 1e-12);
  EXPECT_EQ(measured[0].normal, TypeParam::d(-1, 0));
  EXPECT_TRUE(same_bits(measured[1], mirrored(measured[0])));
}

TYPED_TEST(Distance, OfOnePointTwice) {
  typename TypeParam::Set set;
  set.add(either<TypeParam>(Point{{1, 2, 3}}, Circle2{{1, 2}, 0}));
  const auto measured = measure(set, set, {{0, 0}});
  EXPECT_EQ(measured[0].distance, (Interval{0, 0}));
  EXPECT_EQ(measured[0].points.a, (either<TypeParam>(Vec3d{1, 2, 3}, Vec2d{1, 2})));
}

/// No polygon of a search has to find it: half of the shorter way out.
TEST(PlaneDistance, OfCrossingCapsules) {
  ShapeSet2 set;
  set.add(Capsule2{{-2, 0}, {2, 0}, 0.5F}), set.add(Capsule2{{0.25F, -1}, {0.25F, 3}, 0.25F});
  const std::vector<Measured2> measured = measure(set, set, {{0, 1}});
  EXPECT_NEAR(measured[0].distance.lower, -1.75, 1e-12);
  EXPECT_NEAR(measured[0].distance.upper, -1.75, 1e-12);
  EXPECT_NEAR(length(measured[0].normal - Vec2d{0, -1}), 0, 1e-12);
}

TYPED_TEST(Distance, Refusals) {
  using WitnessPoints = typename TypeParam::WitnessPoints;
  using Normal = typename TypeParam::Vecd;
  TwoBalls<TypeParam> two;
  EXPECT_EQ(two.error(std::span(two.distances).first(1)),
            "out.distances: has 1 elements, needs one for each of the 2 pairs");
  std::vector<WitnessPoints> points(3);
  EXPECT_EQ(two.error(two.distances, points), "out.points: has 3 elements, needs one for each of the 2 pairs");
  std::vector<Normal> normals(1);
  EXPECT_EQ(two.error(two.distances, {}, normals), "out.normals: has 1 elements, needs one for each of the 2 pairs");
  const std::span points_over(reinterpret_cast<WitnessPoints*>(two.distances.data()), 2);
  EXPECT_EQ(two.error(two.distances, points_over), "out.points: shares memory with out.distances");
  const std::span normals_over(reinterpret_cast<Normal*>(two.distances.data()), 2);
  EXPECT_EQ(two.error(two.distances, {}, normals_over), "out.normals: shares memory with out.distances");
  EXPECT_EQ(two.error({.tolerance = -1}), "options.tolerance = -1: must not be negative");
  EXPECT_EQ(two.error({.no_farther_than = nan}), "options.no_farther_than = nan: must not be negative");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error(), "pairs[1].b = 7: out of range, the second set has 2 shapes");
}

TYPED_TEST(Distance, NoFartherThan) {
  const auto list = pairs_of_all_kinds<TypeParam>(31, is_plane<TypeParam> ? 24 : 12);
  const auto all = measure(list);
  for (const float limit : {0.0F, 0.25F, 1.0F, 1e9F}) {
    const auto near = measure(list, {.no_farther_than = limit});
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Interval& d = near[i].distance;
      if (!std::isinf(d.upper) || std::isinf(all[i].distance.upper)) {
        EXPECT_TRUE(same_bits(near[i], all[i])) << list.line(i);
        EXPECT_LE(all[i].distance.lower, limit + 0x1p-19 * limit + 0x1p-18 * all[i].distance.upper) << list.line(i);
      } else {
        const double most = std::max(double{limit}, std::numeric_limits<double>::min());
        EXPECT_GE(d.lower, is_plane<TypeParam> ? limit : most) << list.line(i);
        EXPECT_LE(d.lower, most) << list.line(i);
        EXPECT_TRUE(is_plane<TypeParam> || verdict_of(d) == Verdict::separated) << list.line(i);
        EXPECT_GT(all[i].distance.upper, limit) << list.line(i);
        EXPECT_TRUE(std::isnan(near[i].normal.x) && std::isnan(near[i].points.b.y)) << list.line(i);
      }
    }
  }
}

/// A coarser answer contains a finer one.
TYPED_TEST(Distance, Tolerance) {
  const auto list = pairs_of_all_kinds<TypeParam>(32, is_plane<TypeParam> ? 24 : 12);
  const auto fine = measure(list);
  for (const double tolerance : {1e-6, 1e-2, 10.0}) {
    const auto coarse = measure(list, {.tolerance = tolerance});
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].distance.lower, fine[i].distance.upper) << list.line(i);
      EXPECT_GE(coarse[i].distance.upper, fine[i].distance.lower) << list.line(i);
    }
  }
}

TYPED_TEST(Distance, OfHoles) {
  TwoBalls<TypeParam> two;
  two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  const auto measured = measure(two.set, two.set, two.pairs, {.check = Check::none});
  EXPECT_EQ(measured[0].distance.lower, std::numeric_limits<double>::infinity());
  EXPECT_EQ(verdict_of(measured[0].distance), Verdict::separated);
}

class DistanceOnEveryIsa : public EveryIsa {};

/// The distance is known to some roundings, the verdict to some more.
TEST_P(DistanceOnEveryIsa, OfCapsulesSomeRoundingsApartAgreesWithIntersect) {
  ShapeSet set;
  std::vector<Pair> pairs;
  for (int k = 0; k < 4096; ++k) {
    const float aside = 0x1p-22F * (1 + static_cast<float>(k) * 0x1p-11F);
    const float radius = static_cast<float>(1 + k % 7) / 8, length = static_cast<float>(1 + k % 5) / 2;
    const Vec3 end = k % 2 == 0 ? Vec3{1, aside, length} : Vec3{1 + length, length, 0};
    const std::uint32_t a = set.add(Capsule{{0, 0, -length}, {0, 0, 1}, radius});
    const std::uint32_t b = set.add(Capsule{{1, aside, 0}, end, 1 - radius});
    pairs.push_back({a, b}), pairs.push_back({b, a});
  }
  std::vector<Interval> distances(pairs.size());
  std::vector<Verdict> verdicts(pairs.size());
  distance(set, set, pairs, {distances}, {.isa = GetParam()});
  intersect(set, set, pairs, verdicts, {.isa = GetParam()});
  for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(verdict_of(distances[i]), verdicts[i]) << i;
  EXPECT_EQ(verdicts.front(), Verdict::touching);
  EXPECT_EQ(verdicts.back(), Verdict::separated);
}

/// Floats know the distance of balls as well, in wider intervals.
TEST_P(DistanceOnEveryIsa, OfBallsIsAsNarrowAsInDoubles) {
  ShapeSet set;
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k < 40; ++k) {
    const auto x = static_cast<float>(k);
    set.add(Sphere{{0.3F * x, std::sqrt(x), 1 / (1 + x)}, 0.01F * x});
    for (std::uint32_t other = 0; other < k; ++other) pairs.push_back({k, other});
  }
  std::vector<Interval> distances(pairs.size());
  for (const double tolerance : {0.0, 1e-7, 1e-3}) {
    distance(set, set, pairs, {distances}, {.tolerance = tolerance, .isa = GetParam()});
    for (const Interval& d : distances) ASSERT_LE(d.upper - d.lower, std::max(tolerance, 0x1p-40)) << tolerance;
  }
}

/// An invalid number leaves an unbounded interval, and the other pairs as they were.
template <class S>
void measure_beside_a_bad_number(const DistanceOptions& options) {
  Rng rng(33);
  for (const auto a : S::bad_kinds) {
    typename S::Pairs list;
    while (list.pairs.size() < 21)
      list.append(oracle::random_pair(rng, a, S::kinds[list.pairs.size() % S::kinds.size()]));
    append_mixture(list, rng, a, S::many, 9);
    const auto before = measure(list, options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      auto shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      auto poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const auto after = measure(poisoned, options);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == 3) continue;
        ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
      }
      EXPECT_EQ(verdict_of(after[3].distance), Verdict::touching) << poison.name << "\n" << list.line(3);
    }
  }
}

TEST_P(DistanceOnEveryIsa, BesideABadNumber) { measure_beside_a_bad_number<Space>({.isa = GetParam()}); }
TEST_P(DistanceOnEveryIsa, BesideABadNumberInThePlane) { measure_beside_a_bad_number<Plane>({.isa = GetParam()}); }

/// Scaling by powers of two changes only the exponents.
template <class S, class Firsts, class Seconds>
void measure_at_every_scale(const Firsts& firsts, const Seconds& seconds, double room, const DistanceOptions& options) {
  Rng rng(34);
  for (const auto a : firsts)
    for (const auto b : seconds) {
      typename S::Pairs list;
      for (int i = 0; i < 6; ++i) list.append(oracle::random_pair(rng, a, b));
      const auto expected = measure(list, options);
      for (const int exponent : {-60, -7, 20, 50}) {
        typename S::Pairs other;
        for (const auto& [p, q] : list.shapes) other.append({scaled(p, exponent), scaled(q, exponent)});
        const auto measured = measure(other, options);
        for (std::size_t i = 0; i < measured.size(); ++i) {
          const auto there = [&](double x) { return std::ldexp(x, exponent); };
          EXPECT_NEAR(measured[i].distance.lower, there(expected[i].distance.lower), there(room)) << list.line(i);
          EXPECT_NEAR(measured[i].distance.upper, there(expected[i].distance.upper), there(room)) << list.line(i);
        }
      }
    }
}

TEST_P(DistanceOnEveryIsa, AtEveryScale) {
  constexpr std::array firsts = {Kind::sphere, Kind::capsule, Kind::aabb, Kind::hull, Kind::ellipsoid};
  constexpr std::array seconds = {Kind::point, Kind::box, Kind::hull, Kind::cone};
  measure_at_every_scale<Space>(firsts, seconds, 1e-12, {.isa = GetParam()});
}
TEST_P(DistanceOnEveryIsa, AtEveryScaleInThePlane) {
  measure_at_every_scale<Plane>(Plane::kinds, Plane::kinds, 1e-9, {.isa = GetParam()});
}

INSTANTIATE_TEST_SUITE_P(, DistanceOnEveryIsa, isas(), isa_name);

/// Moved along the normal by its depth and a little more, a shape is separated; by a little less, it still overlaps the
/// other.
TYPED_TEST(Distance, MovesShapesApart) {
  constexpr std::array in_space = {Kind::sphere, Kind::box, Kind::capsule, Kind::hull, Kind::cylinder};
  Rng rng(35);
  int moves = 0;
  for (const auto a : either<TypeParam>(in_space, Plane::kinds))
    for (const auto b : TypeParam::kinds) {
      typename TypeParam::Pairs list, moved;
      while (list.pairs.size() < 20) list.append(oracle::random_pair(rng, a, b));
      const auto measured = measure(list);
      std::vector<Verdict> expected;
      for (std::size_t i = 0; i < measured.size(); ++i) {
        const Interval& d = measured[i].distance;
        if (!(d.upper < -0.01)) continue;
        for (const double beyond : {1e-4, -1e-4}) {
          const double by = beyond > 0 ? beyond - d.lower : beyond - d.upper;
          moved.append({moved_along(list.shapes[i].first, measured[i].normal, by), list.shapes[i].second});
          expected.push_back(beyond > 0 ? Verdict::separated : Verdict::overlapping);
        }
      }
      const std::vector<Verdict> verdicts = moved.answers();
      ASSERT_EQ(verdicts.size(), expected.size());
      for (std::size_t i = 0; i < verdicts.size(); ++i, ++moves) EXPECT_EQ(verdicts[i], expected[i]) << moved.line(i);
    }
  EXPECT_GT(moves, 400);
}

struct ScalarCore {
  using Scalar = double;
  oracle::PlaneCore<double> body;

  explicit ScalarCore(const AnyShape2& shape) : body(std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), shape)) {}
  [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& v) const noexcept {
    return body.support(v);
  }
};

/// The scalar search has another interval; both contain the truth, so they intersect.
TEST(PlaneDistance, AgreesWithTheReference) {
  const PlanePairList list = pairs_of_all_kinds<Plane>(66, 18);
  const std::vector<Measured2> measured = measure(list);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const ScalarCore a(list.shapes[i].first), b(list.shapes[i].second);
    const auto scalar = reference::signed_distance(a, b);
    const double size =
        oracle::largest_coordinate(list.shapes[i].first) + oracle::largest_coordinate(list.shapes[i].second);
    const double radius = a.body.radius + b.body.radius, room = 1e-9 * size;
    const Interval& d = measured[i].distance;
    EXPECT_LE(d.lower, scalar.upper - radius + room) << text(measured[i]) << "\n" << list.line(i);
    EXPECT_GE(d.upper, scalar.lower - radius - room) << text(measured[i]) << "\n" << list.line(i);
  }
}

TYPED_TEST(Distance, AllocatesNothing) {
  const auto list = pairs_of_all_kinds<TypeParam>(36, is_plane<TypeParam> ? 8 : 4);
  std::vector<Interval> distances(list.pairs.size());
  std::vector<typename TypeParam::Vecd> normals(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { distance(list.first, list.second, list.pairs, {distances, {}, normals}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
