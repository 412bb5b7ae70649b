// First contacts computed by hand, and claims about them.
#include "first_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact_expectations.hpp"
#include "oracle.hpp"

namespace lockstep::oracle {
namespace {

const Capsule stick{{0, 0, 0}, {3, 0, 0}, 0};
const Aabb wall{{-9, 1.5F, -9}, {9, 2, 9}};

TEST(FirstContact, OfShapesThatDoNotTurn) {
  const Sphere target{{5, 0, 0}, 1};
  for (const Interval& near : {Interval{}, Interval{0.3, 0.5}, Interval{0.4, 0.4}, Interval{0.9, infinity}})
    expect_contact(first_contact(Point{{0, 0, 0}}, target, {{10, 0, 0}, {}, {}}, near), 0.4, 0x1p-48);
  expect_never(first_contact(Point{{0, 0, 0}}, target, {{3.9F, 0, 0}, {}, {}}));
  const Interval inside = first_contact(Point{{5, 0, 0}}, target, {{10, 0, 0}, {}, {}});
  EXPECT_EQ(inside.upper, 0);
  // They touch at one point, whose fraction is exact, and pass.
  const Interval graze = first_contact(Sphere{{0, 2, 0}, 1}, target, {{8, 0, 0}, {}, {}});
  expect_contact(graze, 0.625, 0x1p-48);
}

TEST(FirstContact, OfShapesThatTurn) {
  expect_contact(first_contact(stick, wall, {{0, 0, 0}, {0, 0, half_turn}, {0, 0, 0}}), at_wall, 0x1p-36);
  expect_never(first_contact(stick, wall, {{0, 0, 0}, {0, 0, -half_turn}, {0, 0, 0}}));
  expect_never(first_contact(stick, wall, {{0, 0, 0}, {0, 0, 0.5F}, {0, 0, 0}}));
  // About its middle the tip is at (1.5 + 1.5 cos(angle), 1.5 sin(angle)): it touches no more than the wall's side.
  const Aabb near{{-9, 1.25F, -9}, {9, 2, 9}};
  expect_contact(first_contact(stick, near, {{0, 0, 0}, {0, 0, half_turn}, {1.5F, 0, 0}}),
                 std::asin(1.25 / 1.5) / double(half_turn), 0x1p-36);
  // The stick turns away from the wall, but also moves to it: 3 sin(-a) + 4 t = 1.5.
  const Interval both = first_contact(stick, wall, {{0, 4, 0}, {0, 0, -0.25F}, {0, 0, 0}});
  EXPECT_NEAR(4 * both.lower, 1.5, 1e-9);  // its other end gets there
  EXPECT_EQ(first_contact(stick, Sphere{{1, 0, 0}, 1}, {{0, 0, 0}, {0, 0, 1}, {}}).upper, 0);
}

TEST(FirstContact, OfRoundAndSmoothShapesThatTurn) {
  const Capsule thick{{0, 0, 0}, {3, 0, 0}, 0.25F};
  expect_contact(first_contact(thick, wall, {{0, 0, 0}, {0, 0, half_turn}, {0, 0, 0}}),
                 std::asin(1.25 / 3) / double(half_turn), 0x1p-36);
  // A ball is invariant under turns about its center.
  expect_contact(first_contact(Sphere{{1, 1, 1}, 1}, wall, {{0, 0, -10.5F}, {7, 8, 9}, {1, 1, 1}}), 0, 0);
  const Sphere ball{{0, 0, 0}, 1};
  expect_contact(first_contact(ball, wall, {{0, 1, 0}, {70, 80, 90}, {0, 0, 0}}), 0.5, 0x1p-28);
  // An ellipsoid, upright after a quarter turn.
  const Ellipsoid egg{{0, 0, 0}, {}, {2, 1, 1}};
  const double height = 1.5;  // (2 sin)^2 + cos^2 = height^2
  const double angle = std::asin(std::sqrt((height * height - 1) / 3));
  expect_contact(first_contact(egg, wall, {{0, 0, 0}, {0, 0, half_turn}, {0, 0, 0}}), angle / double(half_turn),
                 0x1p-36);
}

/// Hundreds of revolutions, and angles beyond the precision of sines in double.
TEST(FirstContact, OfManyRevolutions) {
  const Motion spin{{0, 1, 0}, {0, 0, 2000}, {0, 0, 0}};
  const Interval found = first_contact(stick, Aabb{{-9, 3.5F, -9}, {9, 4, 9}}, spin);
  EXPECT_GT(found.lower, 0.5);  // the tip is at 3 + t at most
  EXPECT_LT(found.lower, 0.51);
  expect_never(first_contact(stick, Aabb{{-9, 4.5F, -9}, {9, 5, 9}}, spin));
  expect_never(first_contact(stick, Aabb{{-9, 4.5F, -9}, {9, 5, 9}}, {{0, 1, 0}, {3e38F, 0, -3e38F}, {0, 0, 0}}));
}

/// Shapes without an interior are never proven to meet.
TEST(FirstContact, OfFlatPairsThatTurn) {
  const Interval found = first_contact(Point{{3, 0, 0}}, HullShape{{{-9, 1.5F, 0}, {9, 1.5F, 0}}},
                                       {{0, 0, 0}, {0, 0, half_turn}, {0, 0, 0}});
  EXPECT_NEAR(found.lower, at_wall, 1e-9);
  EXPECT_LE(found.lower, at_wall);
  EXPECT_EQ(found.upper, infinity);
}

TEST(FirstContact, ClaimsAboutIt) {
  const Interval hit{0.25, 0.26}, miss{infinity, infinity}, open{0.25, infinity};
  const auto judge = [](double lower, double upper, const Interval& truth) {
    return judge_fractions({lower, upper}, truth);
  };
  EXPECT_EQ(judge(0.2, 0.3, hit), Claimed::proven);
  EXPECT_EQ(judge(0.2, infinity, hit), Claimed::proven);
  EXPECT_EQ(judge(0.255, 0.3, hit), Claimed::open);
  EXPECT_EQ(judge(0.2, 0.255, hit), Claimed::open);
  EXPECT_EQ(judge(0.261, 0.3, hit), Claimed::refuted);
  EXPECT_EQ(judge(0.2, 0.249, hit), Claimed::refuted);
  EXPECT_EQ(judge(infinity, infinity, hit), Claimed::refuted);
  EXPECT_EQ(judge(infinity, infinity, miss), Claimed::proven);
  EXPECT_EQ(judge(0.5, infinity, miss), Claimed::proven);
  EXPECT_EQ(judge(0.5, 0.6, miss), Claimed::refuted);
  EXPECT_EQ(judge(infinity, infinity, open), Claimed::open);
  EXPECT_EQ(judge(0.2, infinity, open), Claimed::proven);
  EXPECT_EQ(judge(0.1, 0.2, open), Claimed::refuted);
  EXPECT_EQ(judge(0.3, 0.2, hit), Claimed::refuted);
  EXPECT_EQ(judge(std::nan(""), 0.3, hit), Claimed::refuted);
}

TEST(FirstContact, OfNoShapes) {
  EXPECT_THROW((void)first_contact(Sphere{{0, 0, 0}, -1}, wall, {}), std::invalid_argument);
  EXPECT_THROW((void)first_contact(stick, Cylinder{{0, 0, 0}, {0, 0, 0}, 1}, {{}, {1, 0, 0}, {}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace lockstep::oracle
