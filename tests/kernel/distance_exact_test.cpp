// Intervals contain the truth: distances against the exact oracle, against `intersect`, and against each other. A few
// thousand pairs of every two kinds; LOCKSTEP_LONG_TESTS=1 tests a hundred times as many, and ten million random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cases.hpp"
#include "core.hpp"
#include "distance_list.hpp"
#include "every_kind_pair.hpp"
#include "judge.hpp"
#include "long_tests.hpp"
#include "oracle.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// No polytope encloses the depths of ellipsoids, cylinders and cones to the last bit.
bool is_smooth_pair(const ShapePair& pair) { return oracle::is_smooth(pair.first) || oracle::is_smooth(pair.second); }

double largest_of(const ShapePair& pair) {
  return std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
}

class DistanceExact : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;

  static int count_of(int few) { return long_tests() ? 100 * few : few; }

  /// A tenth of smooth shapes, whose truth is slow to compute.
  template <class Make>
  PairList list_of(int count, std::uint64_t seed, const Make& make) {
    if (oracle::is_smooth(a_) || oracle::is_smooth(b_)) count = (count + 9) / 10;
    Rng rng(seed);
    PairList list;
    while (static_cast<int>(list.pairs.size()) < count) list.append(make(rng));
    return list;
  }

  /// The truth, if the oracle knows it, and the verdict of `intersect`.
  void judge(const PairList& list, const std::string& what, double tolerance = 0) {
    DistanceOptions options;
    options.tolerance = tolerance;
    const std::vector<Measured> measured = measure(list, options);
    const std::vector<Verdict> verdicts = list.answers();
    int wide = 0, gaps = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Interval& d = measured[i].distance;
      SCOPED_TRACE(what + ": " + text(measured[i]) + "\n" + list.line(i));
      ASSERT_LE(d.lower, d.upper);
      const bool in_one_plane = d == Interval{0, 0} && verdicts[i] == Verdict::overlapping;
      ASSERT_TRUE(verdict_of(d) == verdicts[i] || in_one_plane);
      ASSERT_FALSE(oracle::refutes(list.shapes[i].first, list.shapes[i].second, d.lower, d.upper));
      if (d.lower > 0) ++gaps, wide += d.upper - d.lower > std::max(tolerance, 0x1p-20 * largest_of(list.shapes[i]));
      // The corners of a matrix are only as precise as solving for them allows.
      const bool is_solved = a_ == Kind::matrix || b_ == Kind::matrix;
      if (d.upper < 0 && !is_solved && !is_smooth_pair(list.shapes[i])) {
        ASSERT_LE(d.upper - d.lower, std::max(tolerance, 0x1p-18 * largest_of(list.shapes[i])));
      }
      expect_points(measured[i], list.shapes[i], tolerance);
    }
    EXPECT_LE(wide, 1 + gaps / 1000) << what;
  }

  /// The points have the reported distance, along the normal; the normal has unit length.
  static void expect_points(const Measured& m, const ShapePair& pair, double tolerance) {
    const double size = largest_of(pair), width = std::max(tolerance, m.distance.upper - m.distance.lower);
    if (size == 0) return;
    // For the cores, whose distance is larger by the radii: |p - lower n|^2 <= upper^2 - lower^2.
    const double aside = std::sqrt(width * 4 * size);
    EXPECT_NEAR(length(m.normal), 1, tolerance > 0 ? 0x1p-20 : 0x1p-40);  // of float lanes, or of double lanes
    if (is_smooth_pair(pair) && m.distance.lower < 0) return;
    const Vec3d off = (m.points.a - m.points.b) - m.normal * ((m.distance.lower + m.distance.upper) / 2);
    EXPECT_LE(length(off), 0x1p-24 * size + 2 * aside + width);
  }
};

TEST_P(DistanceExact, RandomPairs) {
  const bool is_slow = oracle::is_smooth(a_) || oracle::is_smooth(b_);
  const int count = long_tests() && !is_slow ? 280'000 : count_of(400);
  judge(list_of(count, 21, [&](Rng& rng) { return random_pair(rng, a_, b_); }), "random");
}

TEST_P(DistanceExact, NearContact) {
  judge(list_of(count_of(200), 22,
                [&](Rng& rng) {
                  const double gap = std::pow(10, uniform(rng, -9, -2));
                  return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
                }),
        "near contact");
}

/// Answers that float lanes may give.
TEST_P(DistanceExact, Tolerant) {
  for (const double tolerance : {1e-2, 1e-4}) {
    const auto near = [&](Rng& rng) {
      const double gap = std::pow(10, uniform(rng, -9, -2));
      return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
    };
    judge(list_of(count_of(100), 25, [&](Rng& rng) { return random_pair(rng, a_, b_); }), "random", tolerance);
    judge(list_of(count_of(100), 26, near), "near contact", tolerance);
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge(list_of(count_of(20), 27, [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); }),
            std::string(name(hardness)), tolerance);
  }
}

TEST_P(DistanceExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge(list_of(count_of(60), 23, [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); }),
          std::string(name(hardness)));
}

INSTANTIATE_TEST_SUITE_P(, DistanceExact, kind_pairs(), kind_pair_name);

/// Boxes whose edges are nearly parallel, flat ones and needles among them: next to contact, or deep in each other.
TEST(DistanceOfNearlyParallelBoxes, HoldsTheTruth) {
  constexpr std::uint64_t seed = 24;
  Rng rng(seed);
  PairList list;
  const auto extent = [&] { return static_cast<float>(std::pow(10, uniform(rng, -4, 0))); };
  const auto box = [&](const Vec3& center) {
    const double turn = std::pow(10, uniform(rng, -10, -2));
    const auto q = [&] { return static_cast<float>(turn * uniform(rng, -1, 1)); };
    return Box{center, {q(), q(), q(), 1}, {extent(), extent(), extent()}};
  };
  while (list.pairs.size() < (long_tests() ? 1000000U : 4000U)) {
    const auto offset = [&] { return static_cast<float>(uniform(rng, -1, 1) * std::pow(10, uniform(rng, -4, 0))); };
    const ShapePair pair{box({0, 0, 0}), box({offset(), offset(), offset()})};
    const double gap = std::pow(10, uniform(rng, -10, -2)) * (below(rng, 2) == 0 ? 1 : -1);
    list.append(below(rng, 2) == 0 ? pair : oracle::brought_near(pair.first, pair.second, gap));
  }
  const std::vector<Measured> measured = measure(list);
  const std::vector<Verdict> verdicts = list.answers();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Interval& d = measured[i].distance;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(measured[i]) + "\n" + list.line(i));
    ASSERT_EQ(verdict_of(d), verdicts[i]);
    ASSERT_FALSE(oracle::refutes(list.shapes[i].first, list.shapes[i].second, d.lower, d.upper));
    ASSERT_LE(d.upper - d.lower, 0x1p-18 * largest_of(list.shapes[i]));
  }
}

/// Poses that other libraries measured wrongly.
TEST(DistanceOfPublishedCases, HoldsTheTruth) {
  PairList list;
  std::vector<double> truth;
  for (const oracle::Case& one : oracle::load_cases())
    if (one.pair && list.append({one.pair->a, one.pair->b})) truth.push_back(one.signed_distance);
  ASSERT_GT(truth.size(), 200U);
  const std::vector<Measured> measured = measure(list);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Interval& d = measured[i].distance;
    const double room = 1e-15 * std::abs(truth[i]);  // the 17 digits of the file
    EXPECT_TRUE(d.lower - room <= truth[i] && truth[i] <= d.upper + room)
        << text(measured[i]) << ", truth " << truth[i] << "\n"
        << list.line(i);
  }
}

}  // namespace
}  // namespace lockstep::test
