// The trace of a query is what answers it: the verdict of a trace is that of `intersect`, for all kinds, random, near
// contact and hard ones, and its last step holds the proof.
#include <gtest/gtest.h>

#include "every_kind_pair.hpp"
#include "lockstep/trace.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

constexpr int pairs_of_kinds = 1000;
constexpr Method methods[] = {Method::automatic, Method::gjk};

TraceEnd end_of(Verdict verdict) { return verdict == Verdict::separated ? TraceEnd::separated : TraceEnd::overlapping; }

/// Whether a step that ends a query shows why. For a search: the support point is behind the origin, or each face is
/// proven. Aligned boxes are compared without rounding, and a closed form may have a reason that is no comparison.
void expect_proof(const TraceStep& step) {
  if (step.stage == TraceStage::closed_form || step.stage == TraceStage::bounds) return;
  int behind = 0, proven = 0;
  for (const TraceNumber& number : step.looked_at()) {
    EXPECT_EQ(number.holds, number.value > number.asked) << number.name;
    const std::string_view name = number.name;
    if (name == "behind the origin") {
      EXPECT_EQ(number.holds, step.end == TraceEnd::separated);
    }
    if (name.starts_with("behind ") && name != "behind the origin") ++behind, proven += number.holds ? 1 : 0;
  }
  if (step.end == TraceEnd::overlapping) {
    EXPECT_GE(behind, 3);
    EXPECT_EQ(behind, proven);
  }
}

template <class List>
void expect_traces(const List& list) {
  for (const Method method : methods) {
    const IntersectOptions options{.method = method, .isa = Isa::scalar};
    const std::vector<Verdict> verdicts = list.answers(options);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const Trace seen = trace(list.first, list.second, list.pairs[i], options);
      ASSERT_EQ(seen.verdict, verdicts[i]) << list.line(i);
      ASSERT_FALSE(seen.steps.empty()) << list.line(i);
      ASSERT_EQ(seen.proof == -1, seen.flat || verdicts[i] == Verdict::touching) << list.line(i);
      ASSERT_TRUE(!seen.flat || (seen.in_double && verdicts[i] != Verdict::touching)) << list.line(i);
      EXPECT_EQ(seen.in_double, seen.steps.back().in_double) << list.line(i);
      if (seen.proof == -1) continue;
      ASSERT_EQ(static_cast<std::size_t>(seen.proof) + 1, seen.steps.size()) << list.line(i);
      ASSERT_EQ(seen.steps.back().end, end_of(verdicts[i])) << list.line(i);
      expect_proof(seen.steps.back());
    }
  }
}

class TraceTest : public EveryKindPair {};
class PlaneTraceTest : public EveryPlanePair {};

TEST_P(TraceTest, SaysWhatIntersectSays) {
  const auto [a, b] = GetParam();
  Rng rng(static_cast<unsigned>(a) * 16 + static_cast<unsigned>(b));
  PairList list;
  append_mixture(list, rng, a, b, pairs_of_kinds);
  expect_traces(list);
}

TEST_P(PlaneTraceTest, SaysWhatIntersectSays) {
  const auto [a, b] = GetParam();
  Rng rng(static_cast<unsigned>(a) * 16 + static_cast<unsigned>(b));
  PlanePairList list;
  append_mixture(list, rng, a, b, pairs_of_kinds);
  expect_traces(list);
}

INSTANTIATE_TEST_SUITE_P(Kinds, TraceTest, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(Kinds, PlaneTraceTest, plane_kinds(), kind_pair_name);

/// The points that a step keeps are those that the next one retains, and each direction leads to a point beyond the
/// retained ones.
TEST(Trace, GoesOnWhereTheLastStepEnded) {
  ShapeSet set;
  const std::uint32_t egg = set.add(Ellipsoid{{0, 0, 0}, {0, 0, 0, 1}, {3, 2, 1}});
  const std::uint32_t cone = set.add(Cone{{1, 1, 0.25F}, {4, 1, 0.5F}, 1});
  const Trace seen = trace(set, set, {egg, cone});
  ASSERT_EQ(seen.verdict, Verdict::overlapping);
  ASSERT_FALSE(seen.in_double);
  for (std::size_t i = 1; i + 1 < seen.steps.size(); ++i) {
    const TraceStep &step = seen.steps[i], &next = seen.steps[i + 1];
    if (step.after_count == 0) continue;
    EXPECT_EQ(next.retained[0], step.after[0]);
    EXPECT_EQ(next.retained[1], step.after[1]);
    EXPECT_EQ(step.after[0], step.found);
  }
  EXPECT_EQ(seen.steps.back().region, 15U);
  EXPECT_EQ(seen.steps.back().after_count, 0);
}

TEST(Trace, TellsWhichGapOfTwoBoxesIsWidest) {
  ShapeSet set;
  const std::uint32_t a = set.add(Box{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
  const std::uint32_t b = set.add(Box{{4, 0, 0}, {0, 0, 0.6F, 0.8F}, {1, 1, 1}});
  const Trace seen = trace(set, set, {a, b});
  ASSERT_EQ(seen.steps.size(), 1U);
  EXPECT_EQ(seen.steps[0].stage, TraceStage::closed_form);
  EXPECT_EQ(seen.steps[0].end, TraceEnd::separated);
  EXPECT_EQ(seen.steps[0].count, 17);  // 15 axes, and two comparisons
}

TEST(Trace, OfANaNTouchesAndProvesNothing) {
  ShapeSet set;
  const std::uint32_t bad = set.add(Sphere{{NAN, 0, 0}, 1}, Check::none), ball = set.add(Sphere{{5, 0, 0}, 1});
  const Trace seen = trace(set, set, {bad, ball});
  EXPECT_EQ(seen.verdict, Verdict::touching);
  EXPECT_EQ(seen.proof, -1);
  EXPECT_TRUE(seen.in_double);
}

TEST(Trace, RefusesAnIndexOutOfRange) {
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  EXPECT_THROW((void)trace(set, set, {0, 1}), InvalidInput);
}

}  // namespace
}  // namespace lockstep::test
