// Shapes of all kinds that turn: separated before the lower end, in contact by the upper one, judged at many fractions
// by the scalar reference in double, and a few by the exact oracle over the whole motion. LOCKSTEP_LONG_TESTS=1 tests a
// hundred times as many pairs.
#include <gtest/gtest.h>

#include <cmath>

#include "every_kind_pair.hpp"
#include "first_contact.hpp"
#include "long_tests.hpp"
#include "turning_list.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;

struct TurningCounts {
  int hits = 0, misses = 0, unproven = 0;
};

void judge_turning(const Interval& f, const TurningTruth& truth, Rng& rng) {
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

/// For a disc of hardly any height the reference knows no direction.
bool is_judged(const AnyShape& shape) {
  const auto height = [](const Vec3& from, const Vec3& to) {
    return std::max({std::abs(to.x - from.x), std::abs(to.y - from.y), std::abs(to.z - from.z)});
  };
  if (const auto* c = std::get_if<Cylinder>(&shape)) return height(c->p0, c->p1) > 1e-20F;
  if (const auto* c = std::get_if<Cone>(&shape)) return height(c->base, c->apex) > 1e-20F;
  return true;
}

class TurningExact : public EveryKindPair {
 protected:
  static int count_of(int few) { return long_tests() ? 100 * few : few; }

  /// Of both orders: the first shape turns. Five in six are separated at the start. (Matrices cannot be moved there.)
  template <class Make>
  static void append(TurningList& list, Rng& rng, int count, const Make& make, const Lengths& angles) {
    for (int tries = 0; static_cast<int>(list.pairs.size()) < count; ++tries) {
      ShapePair pair = make(rng);
      if (tries % 2 == 1) std::swap(pair.first, pair.second);
      const bool is_matrix = kind_of(pair.first) == Kind::matrix;
      const Lengths lengths{-1, 1};
      const auto [far, by] =
          is_matrix ? std::pair{pair, random_motion(rng, pair, lengths)} : approaching(rng, pair, lengths);
      const Motion motion = random_turn(rng, far, by, angles);
      const bool overlaps = !(TurningTruth(far, motion).distance_at(0).lower > 0);
      if (!overlaps || list.pairs.size() % 6 == 0) list.append(far, motion);
    }
  }

  TurningCounts judge(const TurningList& list, Rng& rng, const std::string& what) {
    const std::vector<Met> met = list.answers();
    TurningCounts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      const Interval& f = met[i].fractions;
      judge_turning(f, TurningTruth(list.shapes[i], list.motions[i]), rng);
      if (HasFatalFailure()) return counts;
      switch (result_of(f)) {
        case CastResult::hits: ++counts.hits; break;
        case CastResult::misses: ++counts.misses; break;
        case CastResult::unproven: ++counts.unproven; break;
      }
    }
    return counts;
  }
};

TEST_P(TurningExact, RandomPairs) {
  const Kind a = GetParam().first, b = GetParam().second;
  Rng rng(71);
  TurningList list;
  append(list, rng, count_of(24), [&](Rng& r) { return random_pair(r, a, b); }, {-2, 1});
  const TurningCounts counts = judge(list, rng, "random");
  if (a == Kind::point && b == Kind::point) return;
  EXPECT_LE(counts.unproven, 1 + (counts.hits + counts.misses) / 20);
}

/// A few, each over its whole motion and in a hundred digits. Pairs with an interior are mostly decided.
TEST_P(TurningExact, ByProof) {
  const Kind a = GetParam().first, b = GetParam().second;
  Rng rng(75);
  TurningList list;
  append(list, rng, count_of(10), [&](Rng& r) { return random_pair(r, a, b); }, {-2, 0.5});
  const std::vector<Met> met = list.answers();
  std::size_t proven = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    const Interval truth =
        oracle::first_contact(list.shapes[i].first, list.shapes[i].second, list.motions[i], met[i].fractions);
    const oracle::Claimed claimed = oracle::judge_fractions(met[i].fractions, truth);
    ASSERT_NE(claimed, oracle::Claimed::refuted) << "[" << truth.lower << ", " << truth.upper << "]";
    if (claimed == oracle::Claimed::proven) ++proven;
  }
  RecordProperty("proven", std::to_string(proven) + " of " + std::to_string(met.size()));
  EXPECT_GE(proven, met.size() * 3 / 4);
}

/// From tiny turns to hundreds of revolutions.
TEST_P(TurningExact, AnglesOfAllSizes) {
  const Kind a = GetParam().first, b = GetParam().second;
  Rng rng(72);
  TurningList list;
  append(list, rng, count_of(8), [&](Rng& r) { return random_pair(r, a, b); }, {-9, -3});
  append(list, rng, count_of(16), [&](Rng& r) { return random_pair(r, a, b); }, {1, 3.5});
  judge(list, rng, "small and large angles");
}

TEST_P(TurningExact, NearContact) {
  const Kind a = GetParam().first, b = GetParam().second;
  Rng rng(73);
  TurningList list;
  const auto make = [&](Rng& r) {
    const double gap = std::pow(10, uniform(r, -9, -2));
    return near_contact_pair(r, a, b, oracle::below(r, 2) == 0 ? gap : -gap);
  };
  append(list, rng, count_of(12), make, {-6, 1});
  judge(list, rng, "near contact");
}

TEST_P(TurningExact, HardPairs) {
  const Kind a = GetParam().first, b = GetParam().second;
  Rng rng(74);
  for (const oracle::Hardness hardness : oracle::all_hardnesses) {
    TurningList list;
    const auto make = [&](Rng& r) { return hard_pair(r, a, b, hardness); };
    for (int i = 0; i < count_of(6); ++i) {
      const ShapePair pair = make(rng);
      if (!is_judged(pair.first) || !is_judged(pair.second)) continue;
      list.append(pair, random_turn(rng, pair, random_motion(rng, pair)));
    }
    judge(list, rng, std::string(name(hardness)));
  }
}

INSTANTIATE_TEST_SUITE_P(, TurningExact, kind_pairs(), kind_pair_name);

}  // namespace
}  // namespace lockstep::test
