// Shapes of all kinds that turn, in space and in the plane: separated before the lower end, in contact by the upper
// one, judged at many fractions by the scalar reference in double, and a few by the exact oracle over the whole motion.
// LOCKSTEP_LONG_TESTS=1 tests a hundred times as many pairs.
#include <gtest/gtest.h>

#include <cmath>

#include "exact_pairs.hpp"
#include "first_contact.hpp"
#include "turning_truth.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;

TurningTruth truth_of(const ShapePair& pair, const Motion& motion) { return {pair, motion}; }
PlaneTurningTruth truth_of(const ShapePair2& pair, const Motion2& motion) { return {pair, motion}; }

template <class Truth>
void judge_turning(const Interval& f, const Truth& truth, Rng& rng) {
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
bool is_judged(const AnyShape2&) { return true; }

template <class S>
class TurnsAreExact : public ExactPairs<S> {
 protected:
  using Turns = typename S::Turns;

  /// Of both orders: the first shape turns. Five in six are separated at the start. (Matrices cannot be moved there.)
  template <class Make>
  static void append(Turns& list, Rng& rng, int few, const Make& make, const Lengths& angles) {
    const std::size_t end = list.pairs.size() + static_cast<std::size_t>(count_of(few));
    while (list.pairs.size() < end) {
      const auto [far, by] = approaching(rng, either_way(rng, make(rng)), {-1, 1});
      const auto motion = random_turn(rng, far, by, angles);
      const bool overlaps = !(truth_of(far, motion).distance_at(0).lower > 0);
      if (!overlaps || list.pairs.size() % 6 == 0) list.append(far, motion);
    }
  }
  Counts judge(const Turns& list, Rng& rng, const std::string& what) {
    const auto met = list.answers();
    Counts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      judge_turning(met[i].fractions, truth_of(list.shapes[i], list.motions[i]), rng);
      if (this->HasFatalFailure()) return counts;
      counts.add(met[i].fractions);
    }
    return counts;
  }
  void judge_random_pairs(int few) {
    Rng rng(71);
    Turns list;
    append(list, rng, few, this->random(), {-2, 1});
    const Counts counts = judge(list, rng, "random");
    if constexpr (!is_plane<S>)
      if (this->a_ == Kind::point && this->b_ == Kind::point) return;
    EXPECT_LE(counts.unproven, 1 + (counts.hits + counts.misses) / 20);
  }
  /// From tiny turns to hundreds of revolutions.
  void judge_angles_of_all_sizes(int few) {
    Rng rng(72);
    Turns list;
    append(list, rng, few, this->random(), {-9, -3});
    append(list, rng, few * 2, this->random(), {1, 3.5});
    judge(list, rng, "small and large angles");
  }
  void judge_near_contact(int few) {
    Rng rng(73);
    Turns list;
    append(list, rng, few, this->near_contact(), {-6, 1});
    judge(list, rng, "near contact");
  }
  void judge_hard_pairs(int few) {
    Rng rng(74);
    for (const oracle::Hardness hardness : oracle::all_hardnesses) {
      Turns list;
      for (int i = 0; i < count_of(few); ++i) {
        const auto pair = either_way(rng, this->hard(hardness)(rng));
        if (!is_judged(pair.first) || !is_judged(pair.second)) continue;
        list.append(pair, random_turn(rng, pair, random_motion(rng, pair)));
      }
      judge(list, rng, std::string(name(hardness)));
    }
  }
};
using TurningExact = TurnsAreExact<Space>;
using PlaneTurningExact = TurnsAreExact<Plane>;

TEST_P(TurningExact, RandomPairs) { judge_random_pairs(24); }
TEST_P(TurningExact, AnglesOfAllSizes) { judge_angles_of_all_sizes(8); }
TEST_P(TurningExact, NearContact) { judge_near_contact(12); }
TEST_P(TurningExact, HardPairs) { judge_hard_pairs(6); }

TEST_P(PlaneTurningExact, RandomPairs) { judge_random_pairs(60); }
TEST_P(PlaneTurningExact, AnglesOfAllSizes) { judge_angles_of_all_sizes(20); }
TEST_P(PlaneTurningExact, NearContact) { judge_near_contact(30); }
TEST_P(PlaneTurningExact, HardPairs) { judge_hard_pairs(12); }

/// A few, each over its whole motion and in a hundred digits. Pairs with an interior are mostly decided.
TEST_P(TurningExact, ByProof) {
  Rng rng(75);
  TurningList list;
  append(list, rng, 10, random(), {-2, 0.5});
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

INSTANTIATE_TEST_SUITE_P(, TurningExact, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneTurningExact, plane_kinds(), kind_pair_name);

/// If a face turns towards the other shape, the contact takes few steps: hardly any search is cut off.
TEST(PlaneTurningBoxes, AreHardlyEverUnproven) {
  Rng rng(75);
  PlaneTurningList list;
  for (int i = 0; i < 2000; ++i) {
    const auto [far, by] = approaching(rng, random_pair(rng, Kind2::box, Kind2::box), {-1, 1});
    list.append(far, random_turn(rng, far, by, {-1, 1}));
  }
  Counts counts;
  for (const Met2& met : list.answers()) counts.add(met.fractions);
  EXPECT_GT(counts.hits, 500);
  EXPECT_LE(counts.unproven, 4);
}

}  // namespace
}  // namespace lockstep::test
