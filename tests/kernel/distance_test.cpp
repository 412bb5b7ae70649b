// The guarantees of `distance` besides numbers: options, errors, free slots, invalid numbers, and the effect of moving
// a shape by its distance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "bad_numbers.hpp"
#include "distance_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "judge.hpp"
#include "poison.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

/// Two spheres 3 apart and with radii 1, on the x axis.
struct TwoBalls {
  ShapeSet set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Interval> distances{2};

  TwoBalls() {
    set.add(Sphere{{0, 0, 0}, 1});
    set.add(Sphere{{3, 0, 0}, 1});
  }
  std::string error(const DistanceOutput& out, const DistanceOptions& options = {}) {
    return error_of([&] { distance(set, set, pairs, out, options); });
  }
};

TEST(Distance, OfTwoBalls) {
  TwoBalls two;
  const std::vector<Measured> measured = measure(two.set, two.set, two.pairs);
  EXPECT_NEAR(measured[0].distance.lower, 1, 1e-12);
  EXPECT_NEAR(measured[0].distance.upper, 1, 1e-12);
  EXPECT_NEAR(length(measured[0].points.a - Vec3d{1, 0, 0}), 0, 1e-12);
  EXPECT_NEAR(length(measured[0].points.b - Vec3d{2, 0, 0}), 0, 1e-12);
  EXPECT_EQ(measured[0].normal, (Vec3d{-1, 0, 0}));
  EXPECT_TRUE(same_bits(measured[1], mirrored(measured[0])));
}

TEST(Distance, OfOnePointTwice) {
  ShapeSet set;
  set.add(Point{{1, 2, 3}});
  const std::vector<Measured> measured = measure(set, set, {{0, 0}});
  EXPECT_EQ(measured[0].distance, (Interval{0, 0}));
  EXPECT_EQ(measured[0].points.a, (Vec3d{1, 2, 3}));
}

TEST(Distance, Refusals) {
  TwoBalls two;
  EXPECT_EQ(two.error({std::span(two.distances).first(1)}),
            "out.distances: has 1 elements, needs one for each of the 2 pairs");
  std::vector<WitnessPoints> points(3);
  EXPECT_EQ(two.error({two.distances, points}), "out.points: has 3 elements, needs one for each of the 2 pairs");
  std::vector<Vec3d> normals(1);
  EXPECT_EQ(two.error({two.distances, {}, normals}), "out.normals: has 1 elements, needs one for each of the 2 pairs");
  std::vector<double> shared(12);
  const std::span<WitnessPoints> over(reinterpret_cast<WitnessPoints*>(two.distances.data()), 2);
  EXPECT_EQ(two.error({two.distances, over}), "out.points: shares memory with out.distances");
  DistanceOptions options;
  options.tolerance = -1;
  EXPECT_EQ(two.error({two.distances}, options), "options.tolerance = -1: must not be negative");
  options = {};
  options.no_farther_than = nan;
  EXPECT_EQ(two.error({two.distances}, options), "options.no_farther_than = nan: must not be negative");
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error({two.distances}), "pairs[1].b = 7: out of range, the second set has 2 shapes");
}

TEST(Distance, NoFartherThan) {
  Rng rng(31);
  PairList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 12);
  const std::vector<Measured> all = measure(list);
  for (const float limit : {0.0F, 0.25F, 1.0F, 1e9F}) {
    DistanceOptions options;
    options.no_farther_than = limit;
    const std::vector<Measured> near = measure(list, options);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Interval& d = near[i].distance;
      if (!std::isinf(d.upper) || std::isinf(all[i].distance.upper)) {
        EXPECT_TRUE(same_bits(near[i], all[i])) << list.line(i);
        EXPECT_LE(all[i].distance.lower, limit + 0x1p-19 * limit + 0x1p-18 * all[i].distance.upper) << list.line(i);
      } else {
        EXPECT_EQ(d.lower, std::max(double{limit}, std::numeric_limits<double>::min())) << list.line(i);
        EXPECT_EQ(verdict_of(d), Verdict::separated) << list.line(i);
        EXPECT_GT(all[i].distance.upper, limit) << list.line(i);
        EXPECT_TRUE(std::isnan(near[i].normal.x)) << list.line(i);
      }
    }
  }
}

/// A coarser answer contains a finer one.
TEST(Distance, Tolerance) {
  Rng rng(32);
  PairList list;
  for (const Kind a : {Kind::ellipsoid, Kind::cylinder, Kind::hull, Kind::box})
    for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 12);
  const std::vector<Measured> fine = measure(list);
  for (const double tolerance : {1e-6, 1e-2, 10.0}) {
    DistanceOptions options;
    options.tolerance = tolerance;
    const std::vector<Measured> coarse = measure(list, options);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].distance.lower, fine[i].distance.upper) << list.line(i);
      EXPECT_GE(coarse[i].distance.upper, fine[i].distance.lower) << list.line(i);
    }
  }
}

TEST(Distance, OfHoles) {
  TwoBalls two;
  two.set.remove(1);
  EXPECT_EQ(two.error({two.distances}), "pairs[0].b = 1: was removed from the second set");
  DistanceOptions options;
  options.check = Check::none;
  const std::vector<Measured> measured = measure(two.set, two.set, two.pairs, options);
  EXPECT_EQ(measured[0].distance.lower, std::numeric_limits<double>::infinity());
  EXPECT_EQ(verdict_of(measured[0].distance), Verdict::separated);
}

class DistanceOnEveryIsa : public EveryIsa {};

/// An invalid number leaves an unbounded interval, and the other pairs as they were.
TEST_P(DistanceOnEveryIsa, BesideABadNumber) {
  Rng rng(33);
  DistanceOptions options;
  options.isa = GetParam();
  for (const Kind a : shape_kinds) {
    PairList list;
    while (list.pairs.size() < 21) list.append(oracle::random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
    const std::vector<Measured> before = measure(list, options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      AnyShape shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      PairList poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      const std::vector<Measured> after = measure(poisoned, options);
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == 3) continue;
        ASSERT_TRUE(same_bits(after[i], before[i])) << poison.name << "\n" << list.line(i);
      }
      EXPECT_EQ(verdict_of(after[3].distance), Verdict::touching) << poison.name << "\n" << list.line(3);
    }
  }
}

/// Scaling by powers of two changes only the exponents.
TEST_P(DistanceOnEveryIsa, AtEveryScale) {
  Rng rng(34);
  DistanceOptions options;
  options.isa = GetParam();
  for (const Kind a : {Kind::sphere, Kind::capsule, Kind::aabb, Kind::hull, Kind::ellipsoid})
    for (const Kind b : {Kind::point, Kind::box, Kind::hull, Kind::cone}) {
      PairList list;
      for (int i = 0; i < 6; ++i) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Measured> expected = measure(list, options);
      for (const int exponent : {-60, -7, 20, 50}) {
        PairList other;
        for (const auto& [p, q] : list.shapes) other.append({scaled(p, exponent), scaled(q, exponent)});
        const std::vector<Measured> measured = measure(other, options);
        for (std::size_t i = 0; i < measured.size(); ++i) {
          const auto there = [&](double x) { return std::ldexp(x, exponent); };
          EXPECT_NEAR(measured[i].distance.lower, there(expected[i].distance.lower), there(1e-12)) << list.line(i);
          EXPECT_NEAR(measured[i].distance.upper, there(expected[i].distance.upper), there(1e-12)) << list.line(i);
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(, DistanceOnEveryIsa, isas(), isa_name);

/// Moved along the normal by its depth and a little more, a shape is separated; by a little less, it still overlaps the
/// other.
TEST(Distance, MovesShapesApart) {
  Rng rng(35);
  int moves = 0;
  for (const Kind a : {Kind::sphere, Kind::box, Kind::capsule, Kind::hull, Kind::cylinder})
    for (const Kind b : oracle::all_kinds) {
      PairList list;
      while (list.pairs.size() < 20) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Measured> measured = measure(list);
      PairList moved;
      std::vector<Verdict> expected;
      for (std::size_t i = 0; i < measured.size(); ++i) {
        const auto& [distance, points, normal] = measured[i];
        if (!(distance.upper < -0.01)) continue;
        for (const double beyond : {1e-4, -1e-4}) {
          const Vec3d by = normal * (beyond > 0 ? beyond - distance.lower : beyond - distance.upper);
          moved.append({oracle::moved(list.shapes[i].first, by.x, by.y, by.z), list.shapes[i].second});
          expected.push_back(beyond > 0 ? Verdict::separated : Verdict::overlapping);
        }
      }
      const std::vector<Verdict> verdicts = moved.answers();
      ASSERT_EQ(verdicts.size(), expected.size());
      for (std::size_t i = 0; i < verdicts.size(); ++i, ++moves) EXPECT_EQ(verdicts[i], expected[i]) << moved.line(i);
    }
  EXPECT_GT(moves, 400);
}

TEST(Distance, AllocatesNothing) {
  Rng rng(36);
  PairList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 4);
  std::vector<Interval> distances(list.pairs.size());
  std::vector<Vec3d> normals(list.pairs.size());
  EXPECT_EQ(allocations_of([&] { distance(list.first, list.second, list.pairs, {distances, {}, normals}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
