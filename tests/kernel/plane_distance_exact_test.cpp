// Intervals contain the truth in the plane: distances against the exact oracle, against `intersect` and against the
// scalar reference. Some hundred pairs of every two kinds; LOCKSTEP_LONG_TESTS=1 tests a hundred times as many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "distance_list.hpp"
#include "every_plane_pair.hpp"
#include "long_tests.hpp"
#include "plane_judge.hpp"
#include "plane_support.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

double largest_of(const ShapePair2& pair) {
  return std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
}

bool is_round(Kind2 kind) { return kind == Kind2::ellipse || kind == Kind2::slice; }

class PlaneDistanceExact : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  static int count_of(int few) { return long_tests() ? 100 * few : few; }

  template <class Make>
  PlanePairList list_of(int count, std::uint64_t seed, const Make& make) {
    Rng rng(seed);
    PlanePairList list;
    while (static_cast<int>(list.pairs.size()) < count) list.append(make(rng));
    return list;
  }

  void judge(const PlanePairList& list, const std::string& what) {
    const std::vector<Measured2> measured = measure(list);
    const std::vector<Verdict> verdicts = list.answers();
    const bool is_smooth = is_round(a_) || is_round(b_);
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Interval& d = measured[i].distance;
      const ShapePair2& pair = list.shapes[i];
      SCOPED_TRACE(what + ": " + text(measured[i]) + "\n" + list.line(i));
      ASSERT_LE(d.lower, d.upper);
      ASSERT_EQ(verdict_of(d), verdicts[i]);
      ASSERT_FALSE(oracle::false_end(pair.first, pair.second, d.lower, d.upper).has_value());
      // The depth of a round shape has more nearest points than corners can follow.
      const double widest = is_smooth && d.lower < 0 ? 0x1p-9 : 0x1p-19;
      ASSERT_LE(d.upper - d.lower, widest * largest_of(pair));
      expect_points(measured[i], pair);
    }
  }

  /// The points have the reported distance, along the normal; the normal has unit length.
  static void expect_points(const Measured2& m, const ShapePair2& pair) {
    const double size = largest_of(pair), width = m.distance.upper - m.distance.lower;
    if (size == 0) return;
    const double aside = std::sqrt(width * 4 * size);  // as in space
    EXPECT_NEAR(length(m.normal), 1, 1e-12);
    const Vec2d off = (m.points.a - m.points.b) - m.normal * ((m.distance.lower + m.distance.upper) / 2);
    EXPECT_LE(length(off), 0x1p-24 * size + 2 * aside + width);
    expect_on(pair.first, m.points.a, aside + 0x1p-24 * size + width);
    expect_on(pair.second, m.points.b, aside + 0x1p-24 * size + width);
  }

  /// In no direction is the point beyond the shape.
  static void expect_on(const AnyShape2& shape, const Vec2d& p, double room) {
    const auto body = std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), shape);
    for (int i = 0; i < 16; ++i) {
      const reference::Vector2<double> v{std::cos(i * 0.3927), std::sin(i * 0.3927)};
      EXPECT_LE(v.x * p.x + v.y * p.y, dot(v, body.support(v)) + body.radius + room);
    }
  }
};

TEST_P(PlaneDistanceExact, RandomPairs) {
  judge(list_of(count_of(400), 51,
                [&](Rng& rng) {
                  ShapePair2 pair = random_pair(rng, a_, b_);
                  if (b_ == Kind2::polygon && below(rng, 4) == 0)
                    pair.second = oracle::polygon_of(rng, 1 + below(rng, 100), {1, 0.5F});
                  return pair;
                }),
        "random");
}

TEST_P(PlaneDistanceExact, NearContact) {
  judge(list_of(count_of(200), 52,
                [&](Rng& rng) {
                  const double gap = std::pow(10, uniform(rng, -9, -2));
                  return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
                }),
        "near contact");
}

TEST_P(PlaneDistanceExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(list_of(count_of(60), 53, [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); }),
          std::string(name(hardness)));
}

INSTANTIATE_TEST_SUITE_P(, PlaneDistanceExact, plane_kinds(), plane_kinds_name);

}  // namespace
}  // namespace lockstep::test
