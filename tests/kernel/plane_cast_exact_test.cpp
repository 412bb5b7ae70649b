// Casts of the plane: no contact before the lower end, contact by the upper one. Shapes that do not turn are judged by
// the oracle, in numbers of many digits and over the whole motion; those that turn at many fractions, by the scalar
// reference in double. LOCKSTEP_LONG_TESTS=1 tests a hundred times as many pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cast_expectations.hpp"
#include "every_plane_pair.hpp"
#include "long_tests.hpp"
#include "plane_cast_list.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

int count_of(int few) { return long_tests() ? 100 * few : few; }

/// The distribution of results.
struct PlaneCounts {
  int hits = 0, misses = 0, unproven = 0;

  void add(const Interval& f) {
    switch (result_of(f)) {
      case CastResult::hits: ++hits; break;
      case CastResult::misses: ++misses; break;
      case CastResult::unproven: ++unproven; break;
    }
  }
};

ShapePair2 either_way(Rng& rng, ShapePair2 pair) {
  if (below(rng, 2) == 0) std::swap(pair.first, pair.second);
  return pair;
}

class PlaneCastExact : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  template <class Make>
  PlaneCastList list_of(int count, std::uint64_t seed, const Make& make, const Lengths& lengths = {}) {
    Rng rng(seed);
    PlaneCastList list;
    for (int i = 0; i < count; ++i) {
      const auto [far, motion] = approaching(rng, either_way(rng, make(rng)), lengths);
      list.append(far, motion);
    }
    return list;
  }

  static PlaneCounts judge(const PlaneCastList& list, const std::string& what) {
    const std::vector<Met2> met = list.answers();
    PlaneCounts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      const Interval& f = met[i].fractions;
      judge_interval(f, list.shapes[i], list.motions[i]);
      if (HasFatalFailure()) return counts;
      counts.add(f);
      if (result_of(f) != CastResult::hits || f.lower == 0) continue;
      EXPECT_NEAR(length(met[i].normal), 1, 1e-12);
      const double size =
          std::max(oracle::largest_coordinate(list.shapes[i].first), oracle::largest_coordinate(list.shapes[i].second));
      const Vec2& m = list.motions[i];
      const double width = (f.upper - f.lower) * -(met[i].normal.x * m.x + met[i].normal.y * m.y);
      EXPECT_LE(width, 0x1p-24 * size);
    }
    return counts;
  }
};

TEST_P(PlaneCastExact, RandomPairs) {
  const PlaneCounts counts =
      judge(list_of(count_of(200), 41, [&](Rng& rng) { return random_pair(rng, a_, b_); }), "random");
  EXPECT_LE(counts.unproven, counts.hits / 20);
  EXPECT_GT(counts.misses, 0);
}

/// Where they meet, hardly any digits are left.
TEST_P(PlaneCastExact, FromFarAway) {
  judge(list_of(count_of(60), 44, [&](Rng& rng) { return random_pair(rng, a_, b_); }, {2, 7}), "far away");
}

TEST_P(PlaneCastExact, Grazes) {
  judge(list_of(count_of(80), 42,
                [&](Rng& rng) {
                  const double gap = std::pow(10, uniform(rng, -9, -2));
                  return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
                }),
        "near contact");
}

TEST_P(PlaneCastExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(list_of(count_of(30), 43, [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); }),
          std::string(name(hardness)));
}

INSTANTIATE_TEST_SUITE_P(, PlaneCastExact, plane_kinds(), plane_kinds_name);

/// Points that start as near to a segment as rounding resolves, on either side.
TEST(PlaneCastOfPointsOnSegments, HoldsTheTruth) {
  constexpr std::uint64_t seed = 46;
  Rng rng(seed);
  PlaneCastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
    const auto off = static_cast<float>(along() * std::pow(10, uniform(rng, -18, -11)));
    oracle::PolygonShape2 segment;
    segment.vertices = {{-2, below(rng, 2) == 0 ? 0.0F : along()}, {2, 0}};
    segment.vertices[1].y = -segment.vertices[0].y;
    list.append({Circle2{{0, off}, 0}, segment}, {along(), along()});
  }
  const std::vector<Met2> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Small circles come from far away and pass each other within the rounding of the distance they came.
TEST(PlaneCastOfSmallCircles, HoldsTheTruth) {
  constexpr std::uint64_t seed = 45;
  Rng rng(seed);
  PlaneCastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const double reach = std::pow(10, uniform(rng, 3, 7));
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1) * reach); };
    const Vec2 m{along(), along()};
    const double length = std::hypot(double{m.x}, m.y), gap = 2 * 0x1p-10;
    const Vec2 aside{static_cast<float>(m.y / length * gap), static_cast<float>(-m.x / length * gap)};
    list.append({Circle2{{-m.x / 2, -m.y / 2}, 0x1p-10F}, Circle2{aside, 0x1p-10F}}, m);
  }
  const std::vector<Met2> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void judge_turning(const Interval& f, const PlaneTurningTruth& truth, Rng& rng) {
  ASSERT_GE(f.lower, 0);
  ASSERT_LE(f.lower, f.upper);
  const double end = std::min(f.lower, 1.0);
  const auto expect_apart = [&](double t) {
    ASSERT_GE(truth.distance_at(t).upper, -truth.margin()) << "at the fraction " << t;
  };
  if (f.lower > 0) {
    for (int i = 0; i < 24; ++i) expect_apart(end * (i + uniform(rng, 0, 1)) / 24);
    for (const double before : {1e-3, 1e-6, 0.0}) expect_apart(end * (1 - before));
  }
  if (result_of(f) == CastResult::hits) {
    ASSERT_LE(truth.distance_at(f.upper).lower, truth.margin()) << "at the upper end";
  }
}

class PlaneTurningExact : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  /// Five in six are separated at the start.
  template <class Make>
  static void append(PlaneTurningList& list, Rng& rng, int count, const Make& make, const Lengths& angles) {
    const std::size_t end = list.pairs.size() + static_cast<std::size_t>(count);
    while (list.pairs.size() < end) {
      const auto [far, by] = approaching(rng, either_way(rng, make(rng)), {-1, 1});
      const Motion2 motion = random_turn(rng, far, by, angles);
      const bool overlaps = !(PlaneTurningTruth(far, motion).distance_at(0).lower > 0);
      if (!overlaps || list.pairs.size() % 6 == 0) list.append(far, motion);
    }
  }
  static PlaneCounts judge(const PlaneTurningList& list, Rng& rng, const std::string& what) {
    const std::vector<Met2> met = list.answers();
    PlaneCounts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      judge_turning(met[i].fractions, PlaneTurningTruth(list.shapes[i], list.motions[i]), rng);
      if (HasFatalFailure()) return counts;
      counts.add(met[i].fractions);
    }
    return counts;
  }
};

TEST_P(PlaneTurningExact, RandomPairs) {
  Rng rng(71);
  PlaneTurningList list;
  append(list, rng, count_of(60), [&](Rng& r) { return random_pair(r, a_, b_); }, {-2, 1});
  const PlaneCounts counts = judge(list, rng, "random");
  EXPECT_LE(counts.unproven, 1 + (counts.hits + counts.misses) / 20);
}

/// From tiny turns to hundreds of revolutions.
TEST_P(PlaneTurningExact, AnglesOfAllSizes) {
  Rng rng(72);
  PlaneTurningList list;
  append(list, rng, count_of(20), [&](Rng& r) { return random_pair(r, a_, b_); }, {-9, -3});
  append(list, rng, count_of(40), [&](Rng& r) { return random_pair(r, a_, b_); }, {1, 3.5});
  judge(list, rng, "small and large angles");
}

TEST_P(PlaneTurningExact, NearContact) {
  Rng rng(73);
  PlaneTurningList list;
  const auto make = [&](Rng& r) {
    const double gap = std::pow(10, uniform(r, -9, -2));
    return near_contact_pair(r, a_, b_, below(r, 2) == 0 ? gap : -gap);
  };
  append(list, rng, count_of(30), make, {-6, 1});
  judge(list, rng, "near contact");
}

TEST_P(PlaneTurningExact, HardPairs) {
  Rng rng(74);
  for (const oracle::Hardness hardness : oracle::all_hardnesses) {
    PlaneTurningList list;
    for (int i = 0; i < count_of(12); ++i) {
      const ShapePair2 pair = either_way(rng, hard_pair(rng, a_, b_, hardness));
      list.append(pair, random_turn(rng, pair, random_motion(rng, pair)));
    }
    judge(list, rng, std::string(name(hardness)));
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneTurningExact, plane_kinds(), plane_kinds_name);

/// If a face turns towards the other shape, the contact takes few steps: hardly any search is cut off.
TEST(PlaneTurningBoxes, AreHardlyEverUnproven) {
  Rng rng(75);
  PlaneTurningList list;
  for (int i = 0; i < 2000; ++i) {
    const auto [far, by] = approaching(rng, random_pair(rng, Kind2::box, Kind2::box), {-1, 1});
    list.append(far, random_turn(rng, far, by, {-1, 1}));
  }
  PlaneCounts counts;
  for (const Met2& met : list.answers()) counts.add(met.fractions);
  EXPECT_GT(counts.hits, 500);
  EXPECT_LE(counts.unproven, 4);
}

}  // namespace
}  // namespace lockstep::test
