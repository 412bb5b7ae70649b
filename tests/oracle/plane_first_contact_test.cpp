// First contacts in the plane computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "contact_expectations.hpp"
#include "first_contact.hpp"
#include "plane.hpp"

namespace lockstep::oracle {
namespace {

const Capsule2 stick{{0, 0}, {3, 0}, 0};
const Box2 wall{{0, 1.75F}, 0, {9, 0.25F}};

TEST(PlaneFirstContact, OfShapesThatDoNotTurn) {
  const Circle2 target{{5, 0}, 1};
  for (const Interval& near : {Interval{}, Interval{0.3, 0.5}, Interval{0.4, 0.4}, Interval{0.9, infinity}})
    expect_contact(first_contact(Circle2{{0, 0}, 0}, target, {{10, 0}, 0, {}}, near), 0.4, 0x1p-48);
  expect_never(first_contact(Circle2{{0, 0}, 0}, target, {{3.9F, 0}, 0, {}}));
  EXPECT_EQ(first_contact(Circle2{{5, 0}, 0}, target, {{10, 0}, 0, {}}).upper, 0);
  // They touch at one point, whose fraction is exact, and pass.
  expect_contact(first_contact(Circle2{{0, 2}, 1}, target, {{8, 0}, 0, {}}), 0.625, 0x1p-48);
}

TEST(PlaneFirstContact, OfShapesThatTurn) {
  expect_contact(first_contact(stick, wall, {{0, 0}, half_turn, {0, 0}}), at_wall, 0x1p-36);
  expect_never(first_contact(stick, wall, {{0, 0}, -half_turn, {0, 0}}));
  expect_never(first_contact(stick, wall, {{0, 0}, 0.5F, {0, 0}}));
  // About its middle the tip is at (1.5 + 1.5 cos(angle), 1.5 sin(angle)).
  const Box2 near{{0, 1.625F}, 0, {9, 0.375F}};
  expect_contact(first_contact(stick, near, {{0, 0}, half_turn, {1.5F, 0}}), std::asin(1.25 / 1.5) / double(half_turn),
                 0x1p-36);
  // The other end does not turn, and gets to the wall as the stick is moved.
  EXPECT_NEAR(4 * first_contact(stick, wall, {{0, 4}, -0.25F, {0, 0}}).lower, 1.5, 1e-9);
  EXPECT_EQ(first_contact(stick, Circle2{{1, 0}, 1}, {{0, 0}, 1, {}}).upper, 0);
}

TEST(PlaneFirstContact, OfRoundShapesThatTurn) {
  const Capsule2 thick{{0, 0}, {3, 0}, 0.25F};
  expect_contact(first_contact(thick, wall, {{0, 0}, half_turn, {0, 0}}), std::asin(1.25 / 3) / double(half_turn),
                 0x1p-36);
  // A circle is invariant under turns about its centre.
  expect_contact(first_contact(Circle2{{0, 0}, 1}, wall, {{0, 1}, 90, {0, 0}}), 0.5, 0x1p-28);
  // An ellipse, upright after a quarter turn: (2 sin)^2 + cos^2 = height^2.
  const double height = 1.5, angle = std::asin(std::sqrt((height * height - 1) / 3));
  expect_contact(first_contact(Ellipse2{{0, 0}, 0, {2, 1}}, wall, {{0, 0}, half_turn, {0, 0}}),
                 angle / double(half_turn), 0x1p-36);
}

/// Hundreds of revolutions, and angles beyond the precision of sines in double.
TEST(PlaneFirstContact, OfManyRevolutions) {
  const Interval found = first_contact(stick, Box2{{0, 3.75F}, 0, {9, 0.25F}}, {{0, 1}, 2000, {0, 0}});
  EXPECT_GT(found.lower, 0.5);  // the tip is at 3 + t at most
  EXPECT_LT(found.lower, 0.51);
  const Box2 far{{0, 4.75F}, 0, {9, 0.25F}};
  expect_never(first_contact(stick, far, {{0, 1}, 2000, {0, 0}}));
  expect_never(first_contact(stick, far, {{0, 1}, 3e38F, {0, 0}}));
}

/// Shapes without an interior are never proven to meet.
TEST(PlaneFirstContact, OfFlatPairsThatTurn) {
  const PolygonShape2 segment{{{-9, 1.5F}, {9, 1.5F}}, {}, 0};
  const Interval found = first_contact(Circle2{{3, 0}, 0}, segment, {{0, 0}, half_turn, {0, 0}});
  EXPECT_NEAR(found.lower, at_wall, 1e-9);
  EXPECT_LE(found.lower, at_wall);
  EXPECT_EQ(found.upper, infinity);
}

/// The terms that cancel are far larger than the result.
TEST(PlaneFirstContact, FarFromTheOrigin) {
  const PolygonShape2 far{{{1e9F, 0}, {1e9F + 64, 0}}, {-1e9F, 0}, 0};
  const Box2 above{{0, 33}, 0, {99, 1}};  // its bottom is at half of the stick's length
  expect_contact(first_contact(far, above, {{0, 0}, half_turn, {0, 0}}), at_wall, 0x1p-36);
}

TEST(PlaneFirstContact, OfNoShapes) {
  EXPECT_THROW((void)first_contact(Circle2{{0, 0}, -1}, wall, {{}, 0, {}}), std::invalid_argument);
  EXPECT_THROW((void)first_contact(Circle2{{0, 0}, -1}, wall, {{}, 1, {}}), std::invalid_argument);
}

}  // namespace
}  // namespace lockstep::oracle
