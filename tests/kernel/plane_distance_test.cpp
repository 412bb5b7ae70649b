// The guarantees of `distance` in the plane besides numbers: options, errors, free slots, invalid numbers, the effect
// of moving a shape by its distance, and agreement with the scalar reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bad_numbers.hpp"
#include "distance_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "lockstep/reference/signed_distance.hpp"
#include "plane_judge.hpp"
#include "plane_poison.hpp"
#include "plane_support.hpp"
#include "plane_variations.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

/// Two circles 3 apart and with radii 1, on the x axis.
struct TwoCircles {
  ShapeSet2 set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Interval> distances{2};

  TwoCircles() {
    set.add(Circle2{{0, 0}, 1});
    set.add(Circle2{{3, 0}, 1});
  }
  std::string error(const DistanceOutput2& out, const DistanceOptions& options = {}) {
    return error_of([&] { distance(set, set, pairs, out, options); });
  }
};

PlanePairList pairs_of_all_kinds(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  PlanePairList list;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) append_mixture(list, rng, a, b, of_each);
  return list;
}

TEST(PlaneDistance, OfTwoCircles) {
  TwoCircles two;
  const std::vector<Measured2> measured = measure(two.set, two.set, two.pairs);
  EXPECT_NEAR(measured[0].distance.lower, 1, 1e-12);
  EXPECT_NEAR(measured[0].distance.upper, 1, 1e-12);
  EXPECT_NEAR(length(measured[0].points.a - Vec2d{1, 0}), 0, 1e-12);
  EXPECT_NEAR(length(measured[0].points.b - Vec2d{2, 0}), 0, 1e-12);
  EXPECT_EQ(measured[0].normal, (Vec2d{-1, 0}));
  EXPECT_TRUE(same_bits(measured[1], mirrored(measured[0])));
}

TEST(PlaneDistance, OfOnePointTwice) {
  ShapeSet2 set;
  set.add(Circle2{{1, 2}, 0});
  const std::vector<Measured2> measured = measure(set, set, {{0, 0}});
  EXPECT_EQ(measured[0].distance, (Interval{0, 0}));
  EXPECT_EQ(measured[0].points.a, (Vec2d{1, 2}));
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

TEST(PlaneDistance, Refusals) {
  TwoCircles two;
  EXPECT_EQ(two.error({std::span(two.distances).first(1)}),
            "out.distances: has 1 elements, needs one for each of the 2 pairs");
  std::vector<WitnessPoints2> points(3);
  EXPECT_EQ(two.error({two.distances, points}), "out.points: has 3 elements, needs one for each of the 2 pairs");
  std::vector<Vec2d> normals(1);
  EXPECT_EQ(two.error({two.distances, {}, normals}), "out.normals: has 1 elements, needs one for each of the 2 pairs");
  const std::span<Vec2d> over(reinterpret_cast<Vec2d*>(two.distances.data()), 2);
  EXPECT_EQ(two.error({two.distances, {}, over}), "out.normals: shares memory with out.distances");
  DistanceOptions options;
  options.tolerance = -1;
  EXPECT_EQ(two.error({two.distances}, options), "options.tolerance = -1: must not be negative");
  options = {};
  options.no_farther_than = nan;
  EXPECT_EQ(two.error({two.distances}, options), "options.no_farther_than = nan: must not be negative");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error({two.distances}), "pairs[1].b = 7: out of range, the second set has 2 shapes");
}

TEST(PlaneDistance, NoFartherThan) {
  const PlanePairList list = pairs_of_all_kinds(61, 24);
  const std::vector<Measured2> all = measure(list);
  for (const float limit : {0.0F, 0.25F, 1.0F, 1e9F}) {
    DistanceOptions options;
    options.no_farther_than = limit;
    const std::vector<Measured2> near = measure(list, options);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Interval& d = near[i].distance;
      if (!std::isinf(d.upper)) {
        EXPECT_TRUE(same_bits(near[i], all[i])) << list.line(i);
        EXPECT_LE(all[i].distance.lower, limit + 0x1p-19 * limit + 0x1p-18 * all[i].distance.upper) << list.line(i);
      } else {
        EXPECT_GE(d.lower, limit) << list.line(i);
        EXPECT_LE(d.lower, std::max(double{limit}, std::numeric_limits<double>::min())) << list.line(i);
        EXPECT_GT(all[i].distance.upper, limit) << list.line(i);
        EXPECT_TRUE(std::isnan(near[i].normal.x) && std::isnan(near[i].points.b.y)) << list.line(i);
      }
    }
  }
}

/// A coarser answer contains a finer one.
TEST(PlaneDistance, Tolerance) {
  const PlanePairList list = pairs_of_all_kinds(62, 24);
  const std::vector<Measured2> fine = measure(list);
  for (const double tolerance : {1e-6, 1e-2, 10.0}) {
    DistanceOptions options;
    options.tolerance = tolerance;
    const std::vector<Measured2> coarse = measure(list, options);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].distance.lower, fine[i].distance.upper) << list.line(i);
      EXPECT_GE(coarse[i].distance.upper, fine[i].distance.lower) << list.line(i);
    }
  }
}

TEST(PlaneDistance, OfHoles) {
  TwoCircles two;
  two.set.remove(1);
  EXPECT_EQ(two.error({two.distances}), "pairs[0].b = 1: was removed from the second set");
  DistanceOptions options;
  options.check = Check::none;
  const std::vector<Measured2> measured = measure(two.set, two.set, two.pairs, options);
  EXPECT_EQ(measured[0].distance.lower, std::numeric_limits<double>::infinity());
  EXPECT_EQ(verdict_of(measured[0].distance), Verdict::separated);
}

class PlaneDistanceOnEveryIsa : public EveryIsa {};

/// An invalid number leaves an unbounded interval, and the other pairs as they were.
TEST_P(PlaneDistanceOnEveryIsa, BesideABadNumber) {
  Rng rng(63);
  DistanceOptions options;
  options.isa = GetParam();
  for (const Kind2 a : oracle::all_kinds2) {
    PlanePairList list;
    append_mixture(list, rng, a, Kind2::polygon, 9);
    const std::vector<Measured2> before = measure(list, options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      PlanePairList poisoned = list;
      AnyShape2 shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const std::vector<Measured2> after = measure(poisoned, options);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == 3) continue;
        ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
      }
      EXPECT_EQ(verdict_of(after[3].distance), Verdict::touching) << poison.name << "\n" << list.line(3);
    }
  }
}

/// Scaling by powers of two changes only the exponents.
TEST_P(PlaneDistanceOnEveryIsa, AtEveryScale) {
  Rng rng(64);
  DistanceOptions options;
  options.isa = GetParam();
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) {
      PlanePairList list;
      for (int i = 0; i < 6; ++i) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Measured2> expected = measure(list, options);
      for (const int exponent : {-60, -7, 20, 50}) {
        PlanePairList other;
        for (const auto& [p, q] : list.shapes) other.append({scaled(p, exponent), scaled(q, exponent)});
        const std::vector<Measured2> measured = measure(other, options);
        for (std::size_t i = 0; i < measured.size(); ++i) {
          const auto there = [&](double x) { return std::ldexp(x, exponent); };
          EXPECT_NEAR(measured[i].distance.lower, there(expected[i].distance.lower), there(1e-9)) << list.line(i);
          EXPECT_NEAR(measured[i].distance.upper, there(expected[i].distance.upper), there(1e-9)) << list.line(i);
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(, PlaneDistanceOnEveryIsa, isas(), isa_name);

/// Moved along the normal by its depth and a little more, a shape is separated; by a little less, it still overlaps the
/// other.
TEST(PlaneDistance, MovesShapesApart) {
  Rng rng(65);
  int moves = 0;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) {
      PlanePairList list;
      while (list.pairs.size() < 20) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Measured2> measured = measure(list);
      PlanePairList moved;
      std::vector<Verdict> expected;
      for (std::size_t i = 0; i < measured.size(); ++i) {
        const Interval& d = measured[i].distance;
        if (!(d.upper < -0.01)) continue;
        for (const double beyond : {1e-4, -1e-4}) {
          const Vec2d by = measured[i].normal * (beyond > 0 ? beyond - d.lower : beyond - d.upper);
          moved.append({oracle::moved(list.shapes[i].first, by.x, by.y), list.shapes[i].second});
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
  const PlanePairList list = pairs_of_all_kinds(66, 18);
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

TEST(PlaneDistance, AllocatesNothing) {
  const PlanePairList list = pairs_of_all_kinds(67, 8);
  std::vector<Interval> distances(list.pairs.size());
  std::vector<Vec2d> normals(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { distance(list.first, list.second, list.pairs, {distances, {}, normals}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
