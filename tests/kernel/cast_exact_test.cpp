// No contact before the lower end, contact by the upper one: first contacts against the exact oracle, which moves a
// shape without rounding. LOCKSTEP_LONG_TESTS=1 tests a hundred times as many pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cases.hpp"
#include "cast_expectations.hpp"
#include "every_kind_pair.hpp"
#include "long_tests.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

double dot(const Vec3d& n, const Vec3& m) { return n.x * m.x + n.y * m.y + n.z * m.z; }

/// The distribution of results.
struct Counts {
  int hits = 0, misses = 0, unproven = 0;
};

class CastExact : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;

  static int count_of(int few) { return long_tests() ? 100 * few : few; }

  /// A tenth of smooth shapes, whose truth is slow to compute. Matrices cannot be moved: the other shape moves in the
  /// opposite direction.
  template <class Make>
  CastList list_of(int count, std::uint64_t seed, const Make& make, const Lengths& lengths = {}) {
    if (oracle::is_smooth(a_) || oracle::is_smooth(b_)) count = (count + 9) / 10;
    Rng rng(seed);
    CastList list;
    while (static_cast<int>(list.pairs.size()) < count) {
      ShapePair pair = make(rng);
      if (kind_of(pair.first) == Kind::matrix) std::swap(pair.first, pair.second);
      if (kind_of(pair.first) == Kind::matrix) {
        list.append(pair, random_motion(rng, pair, lengths));
      } else {
        const auto [far, motion] = approaching(rng, pair, lengths);
        list.append(far, motion);
      }
    }
    return list;
  }

  Counts judge(const CastList& list, const std::string& what) {
    const std::vector<Met> met = list.answers();
    Counts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      const Interval& f = met[i].fractions;
      judge_interval(f, list.shapes[i], list.motions[i]);
      if (HasFatalFailure()) return counts;
      switch (result_of(f)) {
        case CastResult::hits: ++counts.hits; break;
        case CastResult::misses: ++counts.misses; break;
        case CastResult::unproven: ++counts.unproven; break;
      }
      if (result_of(f) != CastResult::hits || f.lower == 0) continue;
      EXPECT_NEAR(length(met[i].normal), 1, 1e-12);
      const double size =
          std::max(oracle::largest_coordinate(list.shapes[i].first), oracle::largest_coordinate(list.shapes[i].second));
      // The corners of a matrix are only as precise as solving for them allows.
      const bool is_solved = a_ == Kind::matrix || b_ == Kind::matrix;
      const double width = (f.upper - f.lower) * -dot(met[i].normal, list.motions[i]);
      EXPECT_LE(width, (is_solved ? 0x1p-16 : 0x1p-24) * size);
    }
    return counts;
  }
};

TEST_P(CastExact, RandomPairs) {
  const Counts counts = judge(list_of(count_of(100), 41, [&](Rng& rng) { return random_pair(rng, a_, b_); }), "random");
  if (a_ == Kind::point && b_ == Kind::point) return;  // they overlap where the motion is along an axis: no interior
  EXPECT_LE(counts.unproven, counts.hits / 20);
  EXPECT_GT(counts.misses, 0);
}

/// Where they meet, hardly any digits are left.
TEST_P(CastExact, FromFarAway) {
  judge(list_of(count_of(40), 44, [&](Rng& rng) { return random_pair(rng, a_, b_); }, {2, 7}), "far away");
}

TEST_P(CastExact, Grazes) {
  judge(list_of(count_of(50), 42,
                [&](Rng& rng) {
                  const double gap = std::pow(10, uniform(rng, -9, -2));
                  return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
                }),
        "near contact");
}

TEST_P(CastExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(list_of(count_of(20), 43, [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); }),
          std::string(name(hardness)));
}

INSTANTIATE_TEST_SUITE_P(, CastExact, kind_pairs(), kind_pair_name);

/// Poses that other libraries got wrong, from their place in six directions, and from some distance.
TEST(CastOfPublishedCases, HoldsTheTruth) {
  CastList list;
  for (const oracle::Case& one : oracle::load_cases()) {
    if (!one.pair) continue;
    const AnyShape &a = one.pair->a, &b = one.pair->b;
    const auto reach = static_cast<float>(oracle::largest_coordinate(a) + oracle::largest_coordinate(b));
    const Vec3 motions[] = {{reach, 0, 0}, {0, -reach, 0}, {0, 0, reach}, {-reach, reach, reach}};
    for (const Vec3& m : motions) {
      if (oracle::kind_of(a) != Kind::matrix) list.append({oracle::moved(a, -0.5 * m.x, -0.5 * m.y, -0.5 * m.z), b}, m);
      list.append({a, b}, m);
    }
  }
  ASSERT_GT(list.pairs.size(), 1000U);
  const std::vector<Met> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Points that start as near to a flat shape as rounding resolves, on either side.
TEST(CastOfPointsOnFlatShapes, HoldsTheTruth) {
  constexpr std::uint64_t seed = 46;
  Rng rng(seed);
  CastList list;
  for (int i = 0; i < (long_tests() ? 100000 : 2000); ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
    oracle::HullShape triangle;
    const float tilt = along();  // z = tilt * x, exactly where x is a multiple of a power of two
    const auto corner = [&](int x, float y) {
      const float at = static_cast<float>(x) * 0.25F;
      triangle.vertices.push_back({at, y, below(rng, 2) == 0 ? 0 : tilt * at});
    };
    corner(-8, along() - 2), corner(8, along() - 2), corner(0, along() + 3);
    const auto off = static_cast<float>(along() * std::pow(10, uniform(rng, -18, -11)));
    list.append({Point{{0, along(), off}}, triangle}, {along(), along(), along()});
  }
  const std::vector<Met> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Small spheres come from far away and pass each other within the rounding of the distance they came.
TEST(CastOfSmallBalls, HoldsTheTruth) {
  constexpr std::uint64_t seed = 45;
  Rng rng(seed);
  CastList list;
  for (int i = 0; i < (long_tests() ? 100000 : 1000); ++i) {
    const double reach = std::pow(10, uniform(rng, 3, 7));
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1) * reach); };
    const Vec3 m{along(), along(), along()};
    const double sine = std::hypot(double{m.x}, m.y), gap = 2 * 0x1p-10;
    const Vec3 aside{static_cast<float>(m.y / sine * gap), static_cast<float>(-m.x / sine * gap), 0};
    list.append({Sphere{{-m.x / 2, -m.y / 2, -m.z / 2}, 0x1p-10F}, Sphere{aside, 0x1p-10F}}, m);
  }
  const std::vector<Met> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lockstep::test
