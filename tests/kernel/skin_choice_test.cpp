// The choices of a pass with automatic_skin, for given counts.
#include <gtest/gtest.h>

#include "broad_phase/skin_choice.hpp"

namespace lockstep::test {
namespace {

using detail::MotionSurvey;
using detail::SkinChoice;

constexpr std::size_t objects = 100'000;

/// The choice of the first list, if each object of reach 1 overlaps three others.
SkinChoice choice_of(double moved) {
  SkinChoice choice;
  choice.note_near(3 * objects / 2);
  choice.choose(moved, objects, 1, false);
  return choice;
}

TEST(SkinChoice, IsMoreWhereMoreMoves) {
  float last = 0;
  for (const double moved : {0.0, 0.001, 0.01, 0.03}) {
    const SkinChoice choice = choice_of(moved);
    EXPECT_GE(choice.skin(), last) << moved;
    EXPECT_GE(choice.skin(), static_cast<float>(4 * moved)) << "some runs are spared";
    EXPECT_LE(choice.skin(), 1) << "and pairs are not too many";
    last = choice.skin();
  }
  EXPECT_EQ(choice_of(0).skin(), 0x1p-7F) << "the least that is tried";
}

TEST(SkinChoice, IsNoneWhereNonePays) {
  for (const double moved : {1.0, 1e30}) {
    SkinChoice choice = choice_of(moved);
    EXPECT_EQ(choice.skin(), 0) << moved;
    for (int run = 0; run < 15; ++run) EXPECT_FALSE(choice.wants_motion()) << moved;
    EXPECT_TRUE(choice.wants_motion()) << moved;
  }
  SkinChoice points;  // of no size
  points.choose(0.01, objects, 0, false);
  EXPECT_EQ(points.skin(), 0);
}

TEST(SkinChoice, AListThatNeverServedIsLeft) {
  SkinChoice choice = choice_of(0.01);
  choice.note_listed(2 * objects);
  choice.choose(0.01, objects, 1, false);
  EXPECT_EQ(choice.skin(), 0);
  EXPECT_FALSE(choice.wants_motion());
}

/// It lasted for as many runs as planned; given how short it was, a longer one is worth while.
TEST(SkinChoice, ListsThatTurnOutShortGetLonger) {
  SkinChoice as_expected = choice_of(0.02), shorter = choice_of(0.02);
  const double expected =
      1.5 * objects *
      static_cast<double>((1 + as_expected.skin()) * (1 + as_expected.skin()) * (1 + as_expected.skin()));
  as_expected.note_listed(static_cast<std::uint64_t>(expected));
  shorter.note_listed(static_cast<std::uint64_t>(expected / 4));
  const float first = as_expected.skin();
  const int runs = static_cast<int>(first / 0.04F);
  for (SkinChoice* choice : {&as_expected, &shorter}) {
    for (int run = 0; run < runs; ++run) choice->count_run();
    choice->choose(0.02 * (runs + 1), objects, 1, false);
  }
  EXPECT_EQ(as_expected.skin(), first);
  EXPECT_GT(shorter.skin(), first);
}

TEST(MotionSurvey, LeavesOutAFew) {
  MotionSurvey survey, other;
  for (int i = 0; i < 1000; ++i) survey.add(0.01);
  for (int i = 0; i < 3; ++i) other.add(7);
  other.add(0), other.add(1e308), other.add(1e-320);
  survey.add(other);
  EXPECT_GE(survey.distance_of_all_but(4), 0.01);
  EXPECT_LE(survey.distance_of_all_but(4), 0.01 * 1.126);
  EXPECT_GE(survey.distance_of_all_but(1), 7);
  EXPECT_LE(survey.distance_of_all_but(1), 7 * 1.126);
  EXPECT_GT(survey.distance_of_all_but(0), 7 * 1.126);
  EXPECT_EQ(survey.distance_of_all_but(2000), 0);
  EXPECT_EQ(MotionSurvey().distance_of_all_but(0), 0);
}

}  // namespace
}  // namespace lockstep::test
