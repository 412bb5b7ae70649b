// Casts that ignore a contact at the start if the motion does not deepen it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cast_expectations.hpp"
#include "cast_list.hpp"
#include "every_isa.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "standing_scene.hpp"

namespace lockstep::test {
namespace {

CastOptions separating(Isa isa = default_isa()) { return {.isa = isa, .ignore_start_contact = true}; }

TEST(SeparatingContact, WhatLeavesOrSlidesIsFree) {
  for (const float gap : {0.0F, -0x1p-24F, -1e-6F, -0.01F}) {
    const StandingScene scene(gap);
    for (const Isa isa : supported_isas()) {
      const std::vector<Met> met = scene.list.answers(separating(isa));
      for (std::size_t i = 0; i < met.size(); ++i)
        EXPECT_EQ(met[i].fractions, scene.kinds[i] == StartMotion::enters ? at_once : never)
            << gap << ": " << text(met[i]) << "\n"
            << scene.list.line(i);
    }
  }
}

/// Nothing changes for pairs that are separated at the start.
TEST(SeparatingContact, WhatIsApartIsMetAsEver) {
  for (const float gap : {0x1p-24F, 1e-6F, 0.1F}) {
    const StandingScene scene(gap);
    expect_same(scene.list.answers(separating()), scene.list.answers(), scene.list, "separating");
  }
}

/// For any pair, a reported contact becomes deeper, and an ignored one does not, as far as the oracle can decide.
TEST(SeparatingContact, IsProvenOfAnyPair) {
  Rng rng(3);
  CastList list;
  const Kind kinds[] = {Kind::aabb, Kind::box, Kind::sphere, Kind::capsule, Kind::hull};
  for (const Kind a : kinds)
    for (const Kind b : kinds)
      for (int i = 0; i < 12; ++i) {
        const ShapePair pair = oracle::near_contact_pair(rng, a, b, i % 3 == 0 ? 0 : i % 3 == 1 ? -1e-6 : -1e-2);
        list.append(pair, random_motion(rng, pair, {-2, 0}));
      }
  const std::vector<Met> met = list.answers(separating());
  int leaves = 0, deeper = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const oracle::AnyShape &a = list.shapes[i].first, &b = list.shapes[i].second;
    const Vec3& m = list.motions[i];
    SCOPED_TRACE(text(met[i]) + "\n" + list.line(i));
    const auto start = oracle::signed_distance(a, b);
    if (!start || *start > 0) continue;
    const double size = std::max(oracle::largest_coordinate(a), oracle::largest_coordinate(b));
    const auto after = [&](float t) { return oracle::signed_distance(oracle::moved(a, t * m.x, t * m.y, t * m.z), b); };
    if (met[i].fractions == never) {
      for (const float t : {0.01F, 0.1F, 0.5F, 1.0F})
        if (const auto then = after(t)) {
          EXPECT_GE(*then, *start - 1e-6 * size);  // moved shapes are rounded
        }
      ++leaves;
    } else if (result_of(met[i].fractions) == CastResult::hits) {
      EXPECT_LE(met[i].fractions.lower, 1e-6);
      bool falls = false;  // maybe for a moment: a shape that passes a corner
      for (float t = 1e-6F; t < 1; t *= 4) {
        const auto then = after(t);
        falls |= then && *then <= *start + 1e-6 * size;
      }
      EXPECT_TRUE(falls);
      ++deeper;
    }
  }
  EXPECT_GT(leaves, 50);
  EXPECT_GT(deeper, 50);
}

/// A slightly deeper contact is allowed if the caller says so.
TEST(SeparatingContact, Tolerance) {
  CastList list;
  list.append({Box{{0, 0.5F, 0}, {}, {0.5F, 0.5F, 0.5F}}, Box{{0, -1, 0}, upright, {9, 1, 9}}}, {1, -1e-4F, 0});
  EXPECT_EQ(list.answers(separating())[0].fractions, at_once);
  CastOptions tolerant = separating();
  tolerant.tolerance = 1e-3;
  EXPECT_EQ(list.answers(tolerant)[0].fractions, never);
}

/// Both ways out of a corner are equally short: out of one wall and along the other, or into one of them.
TEST(SeparatingContact, OutOfACorner) {
  const Aabb block{{-4, -4, -4}, {0, 0, 4}};
  const auto fractions = [&](const Vec3& by) {
    CastList list;
    list.append({Aabb{{-0.25F, -0.25F, 0}, {1, 1, 1}}, block}, by);
    return list.answers(separating())[0].fractions;
  };
  for (const Vec3 by : {Vec3{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {1, -0.5F, 0}, {-0.125F, 1, 0}})
    EXPECT_EQ(fractions(by), never);
  for (const Vec3 by : {Vec3{-1, -1, 0}, {-0.125F, -0.5F, 1}}) EXPECT_EQ(fractions(by), at_once);
}

TEST(SeparatingContact, OfRays) {
  ShapeSet set;
  set.add(Box{{0, 0, 0}, {}, {1, 1, 1}}), set.add(Sphere{{0, 0, 0}, 1});
  const std::vector<Ray> rays = {
      {{0, 1, 0}, {0, 2, 0}}, {{0, 1, 0}, {1, 0, 0}}, {{0, 0.75F, 0}, {0, 2, 0}}, {{0, 0.75F, 0}, {0, -0.5F, 0}}};
  for (std::uint32_t shape = 0; shape < 2; ++shape) {
    const std::vector<Pair> pairs = {{0, shape}, {1, shape}, {2, shape}, {3, shape}};
    std::vector<Interval> fractions(4);
    cast_rays(rays, set, pairs, {fractions}, separating());
    EXPECT_EQ(fractions, (std::vector<Interval>{never, never, never, at_once})) << shape;
    cast_rays(rays, set, pairs, {fractions});
    EXPECT_EQ(fractions, std::vector<Interval>(4, at_once)) << shape;
  }
}

/// A character slides on the floor until it meets a wall.
TEST(SeparatingContact, InAWorld) {
  const std::vector<Aabb> level = {{{-50, -1, -50}, {50, 0, 50}}, {{8, 0, -50}, {9, 5, 50}}};
  ShapeSet level_set, movers;
  for (const Aabb& box : level) level_set.add(box);
  const std::vector<Aabb> boxes(2, Aabb{{0, 0, 0}, {1, 2, 1}});
  const std::vector<Sphere> balls(2, Sphere{{0.5F, 0.5F, 0}, 0.5F});
  movers.add(Capsule{{0.5F, 0.5F, 0}, {0.5F, 1.5F, 0}, 0.5F}), movers.add(Cylinder{{0.5F, 0, 0}, {0.5F, 2, 0}, 0.5F});
  const std::vector<Vec3> motions = {{14, 0, 0}, {0, 0, 14}};
  std::vector<std::uint32_t> objects(2);
  std::vector<Interval> fractions(2);
  const RayOptions options{.ignore_start_contact = true};
  const auto check = [&](const auto& shapes, const World& world) {
    first_contacts(shapes, motions, world, {objects, fractions}, options);
    EXPECT_EQ(objects, (std::vector<std::uint32_t>{1, no_object}));
    EXPECT_NEAR(fractions[0].lower, 0.5, 1e-9);
    EXPECT_NEAR(fractions[0].upper, 0.5, 1e-9);
    EXPECT_EQ(fractions[1], never);
    std::uint64_t any = 0;
    any_contacts(shapes, motions, world, {&any, 1}, options);
    EXPECT_EQ(any, 1U);
    EXPECT_EQ(all_contacts(shapes, motions, world, options).shapes, (std::vector<std::uint32_t>{1}));
    first_contacts(shapes, motions, world, {objects, fractions});
    EXPECT_EQ(objects, (std::vector<std::uint32_t>{0, 0}));
    EXPECT_EQ(fractions, std::vector<Interval>(2, at_once));
  };
  for (const World& world : {World(AabbView::of(level, &Aabb::min, &Aabb::max)), World(level_set)}) {
    check(AabbView::of(boxes, &Aabb::min, &Aabb::max), world);
    check(SphereView::of(balls, &Sphere::center, &Sphere::radius), world);
    check(movers, world);
  }
}

TEST(SeparatingContact, InAWorldOfThePlane) {
  const std::vector<Aabb2> level = {{{-50, -1}, {50, 0}}, {{8, 0}, {9, 5}}};
  const World2 world(Aabb2View::of(level, &Aabb2::min, &Aabb2::max));
  const Circle2 ball{{0.5F, 0.5F}, 0.5F};
  const Vec2 motion{14, 0};
  std::uint32_t object = 7;
  Interval fractions;
  first_contacts(CircleView::of(std::span(&ball, 1), &Circle2::center, &Circle2::radius), {&motion, 1}, world,
                 {{&object, 1}, {&fractions, 1}}, {.ignore_start_contact = true});
  EXPECT_EQ(object, 1U);
  EXPECT_NEAR(fractions.lower, 0.5, 1e-9);
}

TEST(SeparatingContact, OfShapesThatTurn) {
  ShapeSet first, second;
  first.add(Box{{0, 0.5F, 0}, {}, {0.5F, 0.5F, 0.5F}}), first.add(Cylinder{{0, 0, 0}, {0, 1, 0}, 0.5F});
  second.add(Box{{0, -1, 0}, upright, {9, 1, 9}});
  const float turn = 1;
  const auto cast_all = [&](const Motion& motion, bool ignores) {
    const std::vector<Pair> pairs = {{0, 0}, {1, 0}};
    const std::vector<Motion> motions(2, motion);
    std::vector<Interval> fractions(2);
    cast(first, second, pairs, std::span<const Motion>(motions), {fractions}, {.ignore_start_contact = ignores});
    return fractions;
  };
  const Vec3 middle{0, 0.5F, 0};
  for (const Motion& motion : {Motion{{1, 0, 0}, {0, turn, 0}, middle}, Motion{{0, 0, 0}, {0, -turn, 0}, middle},
                               Motion{{0, 3, 0}, {0.5F, 0, 0.25F}, middle}}) {
    EXPECT_EQ(cast_all(motion, true), std::vector<Interval>(2, never));
    EXPECT_EQ(cast_all(motion, false), std::vector<Interval>(2, at_once));
  }
  for (const Interval& tips : cast_all({{0, 0, 0}, {turn, 0, 0}, middle}, true)) {
    EXPECT_EQ(result_of(tips), CastResult::hits);
    EXPECT_LE(tips.lower, 1e-3);
  }
}

/// A bar leaves the wall that it leans on, and comes round to it again.
TEST(SeparatingContact, MeetsAgainAfterATurn) {
  ShapeSet first, second;
  first.add(Box{{0, 1, 0}, {}, {0.25F, 1, 0.25F}});
  second.add(Box{{-1.25F, 1, 0}, {}, {1, 9, 9}});  // its face is at -0.25, where the bar is
  const Pair pair{0, 0};
  const Motion motion{{0, 0, 0}, {0, 0, static_cast<float>(-std::numbers::pi * 1.25)}, {-0.25F, 0, 0}};
  Interval fractions;
  cast(first, second, {&pair, 1}, std::span<const Motion>(&motion, 1), {{&fractions, 1}},
       {.ignore_start_contact = true});
  EXPECT_NE(result_of(fractions), CastResult::misses);
  EXPECT_LE(fractions.lower, 0.81);
}

/// A bar lies on a block, turns about a point beside it, and meets its lower edge from below.
template <class Set>
void expect_that_a_bar_comes_round(const Set& bar, const Set& block, const MotionOf<Set>& motion) {
  const Pair pair{0, 0};
  Interval fractions;
  cast(bar, block, {&pair, 1}, std::span(&motion, 1), {{&fractions, 1}}, {.ignore_start_contact = true});
  const double whole = 2 * std::numbers::pi, truth = (whole - whole / 8 - std::asin(0.125 / std::sqrt(2.0))) / whole;
  EXPECT_EQ(result_of(fractions), CastResult::hits);
  EXPECT_NEAR(fractions.lower, truth, 1e-4);
  EXPECT_NEAR(fractions.upper, truth, 1e-4);
}

TEST(SeparatingContact, ComesRound) {
  const auto whole = static_cast<float>(2 * std::numbers::pi);
  ShapeSet bar, block;
  bar.add(Box{{1.75F, 0.0625F, 0}, {}, {1.25F, 0.0625F, 0.5F}}), block.add(Box{{2, -0.5F, 0}, {}, {1, 0.5F, 1}});
  expect_that_a_bar_comes_round(bar, block, Motion{{0, 0, 0}, {0, 0, whole}, {0, 0, 0}});
  ShapeSet2 bar2, block2;
  bar2.add(Box2{{1.75F, 0.0625F}, 0, {1.25F, 0.0625F}}), block2.add(Box2{{2, -0.5F}, 0, {1, 0.5F}});
  expect_that_a_bar_comes_round(bar2, block2, Motion2{{0, 0}, whole, {0, 0}});
}

}  // namespace
}  // namespace lockstep::test
