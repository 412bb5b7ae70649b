// The guarantees of `cast` for shapes that turn besides numbers: first contacts known from trigonometry, no turn, huge
// ones, options, errors, free slots and invalid numbers.
#include <gtest/gtest.h>

#include <cmath>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "lockstep/reference/cast.hpp"
#include "poison.hpp"
#include "turning_list.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), pi = 3.14159265358979323846;
constexpr Interval never{infinity, infinity}, unknown{0, infinity};
constexpr auto pi_float = static_cast<float>(pi);

/// Of one pair.
template <class A, class B>
Met turn_met(const A& a, const B& b, const Motion& motion, const CastOptions& options = {}) {
  TurningList list;
  list.append({a, b}, motion);
  return list.answers(options)[0];
}

/// The interval contains the fraction and is no wider than floats make it.
void expect_fraction(const Met& met, double fraction, double room = 4e-7) {
  EXPECT_LE(met.fractions.lower, fraction) << text(met);
  EXPECT_GE(met.fractions.upper, fraction) << text(met);
  EXPECT_LE(met.fractions.upper - met.fractions.lower, room) << text(met);
}

/// Its tip is at (3 cos(angle), 3 sin(angle)).
const Capsule stick{{0, 0, 0}, {3, 0, 0}, 0};
const Motion half_turn{{0, 0, 0}, {0, 0, pi_float}, {0, 0, 0}};

TEST(TurningCast, OfAStickAndABall) {
  // The line of the stick is a tangent of the sphere where sin(angle between) = 0.5 / 2.
  const Met met = turn_met(stick, Sphere{{0, 2, 0}, 0.5F}, half_turn);
  expect_fraction(met, (pi / 2 - std::asin(0.25)) / double{pi_float});
  EXPECT_NEAR(met.normal.x, std::cos(std::asin(0.25)), 1e-5) << text(met);
  EXPECT_NEAR(met.normal.y, -0.25, 1e-5) << text(met);
  EXPECT_NEAR(met.point.x, 0.5 * met.normal.x, 1e-5) << text(met);
  // In the other direction it comes three quarters of a turn later, and so not within this step.
  EXPECT_EQ(turn_met(stick, Sphere{{0, 2, 0}, 0.5F}, {{}, {0, 0, -pi_float}, {}}).fractions, never);
}

TEST(TurningCast, OfAStickAndAWall) {
  const Aabb wall{{-9, 1.5F, -9}, {9, 2, 9}};  // where the tip is at sin(angle) = 1/2
  expect_fraction(turn_met(stick, wall, half_turn), pi / 6 / double{pi_float});
  const Met rounded = turn_met(Capsule{stick.p0, stick.p1, 0.25F}, wall, half_turn);
  expect_fraction(rounded, std::asin(1.25 / 3) / double{pi_float});
  EXPECT_NEAR(rounded.normal.y, -1, 1e-6);
  // While it falls away it never comes there: 3 sin(angle) - 4 angle / pi < 1.5
  EXPECT_EQ(turn_met(stick, wall, {{0, -4, 0}, half_turn.turn, {}}).fractions, never);
}

/// A square turns about its center until a corner hits a wall, as any kind of shape.
TEST(TurningCast, OfABoxAndAWall) {
  const Aabb wall{{1.25F, -9, -9}, {2, 9, 9}};
  const double angle = std::acos(1.25 / std::sqrt(2.0));  // of the corner's direction then
  const Motion turn{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
  const double expected = pi / 4 - angle;
  expect_fraction(turn_met(Aabb{{-1, -1, -1}, {1, 1, 1}}, wall, turn), expected, 1e-6);
  expect_fraction(turn_met(Box{{0, 0, 0}, {}, {1, 1, 1}}, wall, turn), expected, 1e-6);
  oracle::HullShape cube;
  for (const float x : {-1.0F, 1.0F})
    for (const float y : {-1.0F, 1.0F})
      for (const float z : {-1.0F, 1.0F}) cube.vertices.push_back({x, y, z});
  expect_fraction(turn_met(cube, wall, turn), expected, 1e-6);
  expect_fraction(turn_met(oracle::PlacedHull{cube.vertices, {}, 0}, wall, turn), expected, 1e-6);
  // It moves along with its pivot: cos(pi/4 - t) sqrt(2) + t / 4 = 1.25.
  const Met moving = turn_met(Box{{0, 0, 0}, {}, {1, 1, 1}}, wall, {{0.25F, 0, 0}, {0, 0, 1}, {0, 0, 0}});
  double t = 0;
  for (int i = 0; i < 60; ++i) t += (1.25 - (std::cos(pi / 4 - t) * std::sqrt(2.0) + t / 4)) / 2;
  expect_fraction(moving, t, 1e-6);
}

/// A turn about its own middle does not move a round shape; a turn about another point makes it circle that point.
TEST(TurningCast, OfABall) {
  const Aabb wall{{3, -9, -9}, {4, 9, 9}};
  expect_fraction(turn_met(Sphere{{0, 0, 0}, 1}, wall, {{4, 0, 0}, {1, 2, 3}, {0, 0, 0}}), 0.5, 1e-8);
  expect_fraction(turn_met(Sphere{{0, 0, 0}, 1}, Sphere{{2, 2, 0}, 1}, {{}, {0, 0, -pi_float}, {2, 0, 0}}),
                  pi / 6 / double{pi_float}, 1e-8);
  EXPECT_EQ(turn_met(Sphere{{0, 0, 0}, 1}, wall, {{}, {0, 0, 30}, {}}).fractions, never);
}

TEST(TurningCast, OfAConeAndACylinder) {
  // The rim of the base, at distance sqrt(5) and an angle of atan(1/2) from the axis, comes to the wall.
  const Aabb wall{{2.125F, -9, -9}, {4, 9, 9}};
  const double expected = std::atan(0.5) - std::acos(2.125 / std::sqrt(5.0));
  const Motion turn{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
  expect_fraction(turn_met(Cylinder{{-2, 0, 0}, {2, 0, 0}, 1}, wall, turn), expected, 4e-6);
  expect_fraction(turn_met(Cone{{2, 0, 0}, {-2, 0, 0}, 1}, wall, turn), expected, 4e-6);
  // An ellipse reaches sqrt(4 cos^2 + sin^2) along an axis.
  const double tall = std::acos(std::sqrt((1.75 * 1.75 - 1) / 3));
  expect_fraction(turn_met(Ellipsoid{{0, 0, 0}, {}, {1, 2, 1}}, Aabb{{1.75F, -9, -9}, {4, 9, 9}}, turn), pi / 2 - tall,
                  4e-6);
}

/// A gap that closes after many revolutions, and one that never does.
TEST(TurningCast, OfManyRevolutions) {
  const Motion drill{{1, 0, 0}, {0, 0, 600}, {0, 0, 0}};
  const Met met = turn_met(Box{{0, 0, 0}, {}, {1, 0.25F, 1}}, Sphere{{0, 3, 0}, 1.5F}, {{0, 2, 0}, drill.turn, {}});
  EXPECT_EQ(result_of(met.fractions), CastResult::hits) << text(met);
  // No earlier than the farthest corner can be there, and no later than one revolution after that.
  const double earliest = (1.5 - std::hypot(1, 0.25)) / 2;
  EXPECT_GE(met.fractions.upper, earliest) << text(met);
  EXPECT_LE(met.fractions.lower, earliest + 2 * pi / 600) << text(met);
  EXPECT_EQ(turn_met(Box{{0, 0, 0}, {}, {1, 0.25F, 1}}, Sphere{{0, 3, 0}, 1.5F}, {{}, drill.turn, {}}).fractions,
            never);
}

/// For any numbers there is an interval, and it is not false where the truth is obvious.
TEST(TurningCast, OfHugeTurnsAndMotions) {
  const Box bar{{0, 0, 0}, {}, {1, 0.25F, 0.25F}};
  const float huge = std::numeric_limits<float>::max();
  for (const float angle : {1e7F, 1e20F, huge, -huge})
    for (const float length : {0.0F, 1.0F, 1e10F, huge}) {
      const Motion motion{{0, 0, length}, {0, angle, 0}, {0, 0, 0}};
      const Met above = turn_met(bar, Sphere{{0, 3, 0}, 1}, motion);
      EXPECT_EQ(above.fractions, never) << angle << ' ' << length << text(above);
      const Met inside = turn_met(bar, Sphere{{0, 0, 0}, 1}, motion);
      EXPECT_EQ(inside.fractions, (Interval{0, 0})) << text(inside);
      const Met beside = turn_met(bar, Sphere{{1.5F, 0, 0.5F}, 0.625F}, motion);
      EXPECT_LE(beside.fractions.lower, 1) << text(beside);
      EXPECT_LE(beside.fractions.lower, beside.fractions.upper) << text(beside);
    }
}

/// Shapes that start in contact, and calls that only ask whether there is one.
TEST(TurningCast, OfWhatOverlapsFromTheStart) {
  for (const Motion& motion : {Motion{}, half_turn, Motion{{0, 0, 4}, {1, 1, 1}, {9, 9, 9}}}) {
    const Met met = turn_met(stick, Sphere{{2, 0, 0.25F}, 0.5F}, motion);
    EXPECT_EQ(met.fractions, (Interval{0, 0})) << text(met);
    EXPECT_NEAR(met.normal.z, -1, 1e-6);
  }
  EXPECT_EQ(turn_met(stick, Sphere{{2, 0, 2}, 0.5F}, Motion{}).fractions, never);
}

/// Without a turn, the answers of the call without turns, to the bit, also among shapes that turn.
TEST(TurningCast, WithoutATurn) {
  Rng rng(81);
  TurningList list;
  std::vector<Vec3> straight;
  while (list.pairs.size() < 900) {
    const std::size_t i = list.pairs.size();
    const auto [pair, by] = approaching(rng, random_pair(rng, oracle::all_kinds[i % 6], oracle::all_kinds[i % 12]));
    Motion motion = random_turn(rng, pair, by);
    if (i % 3 != 0) motion.turn = i % 2 == 0 ? Vec3{} : Vec3{-0.0F, 0, 0};
    if (list.append(pair, motion)) straight.push_back(by);
  }
  const std::vector<Met> met = list.answers(), expected = meet(list.first, list.second, list.pairs, straight);
  for (std::size_t i = 0; i < met.size(); ++i)
    if (list.motions[i].turn == Vec3{}) {
      ASSERT_TRUE(same_bits(met[i], expected[i])) << list.line(i);
    }
}

/// The scalar reference, whose bounds are different.
TEST(TurningCast, AsTheReferenceDoes) {
  Rng rng(82);
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const auto [pair, by] = approaching(rng, random_pair(rng, Kind::aabb, Kind::aabb));
    const Motion motion = random_turn(rng, pair, by, {-2, 0.3});
    const auto box = [](const Aabb& b) { return reference::Aabb<double>{vector_of(b.min), vector_of(b.max)}; };
    const reference::Motion<Vector> turning{vector_of(motion.by), vector_of(motion.about), vector_of(motion.turn)};
    const auto expected =
        reference::first_contact(box(std::get<Aabb>(pair.first)), turning, box(std::get<Aabb>(pair.second)), {}, 1e-9);
    const Met met = turn_met(pair.first, pair.second, motion);
    if (result_of(met.fractions) == CastResult::misses) continue;  // or a conservative hit of the reference
    ++hits;
    ASSERT_TRUE(expected.hit) << text(met);
    EXPECT_LE(expected.lower, met.fractions.upper) << text(met);
    EXPECT_GE(expected.upper, met.fractions.lower) << text(met);
  }
  EXPECT_GT(hits, 100);
}

TEST(TurningCast, Tolerance) {
  Rng rng(83);
  TurningList list;
  for (const Kind a : {Kind::ellipsoid, Kind::hull, Kind::box, Kind::cone})
    for (const Kind b : oracle::all_kinds)
      for (int i = 0; i < 8; ++i) {
        const auto [pair, by] = approaching(rng, random_pair(rng, a, b));
        list.append(pair, random_turn(rng, pair, by));
      }
  const std::vector<Met> fine = list.answers();
  for (const double tolerance : {1e-6, 1e-2, 10.0, infinity}) {
    CastOptions options;
    options.tolerance = tolerance;
    const std::vector<Met> coarse = list.answers(options);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].fractions.lower, fine[i].fractions.upper) << list.line(i);
      EXPECT_GE(coarse[i].fractions.upper, fine[i].fractions.lower) << list.line(i);
    }
  }
}

struct TwoTurns {
  ShapeSet set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Motion> motions = {{{8, 0, 0}, {0, 0, 1}, {}}, {{-8, 0, 0}, {1, 0, 0}, {}}};
  std::vector<Interval> fractions{2};

  TwoTurns() {
    set.add(Sphere{{0, 0, 0}, 1});
    set.add(Sphere{{3, 0, 0}, 1});
  }
  void ask(const CastOptions& options = {}) {
    cast(set, set, pairs, std::span<const Motion>(motions), {fractions}, options);
  }
  std::string error() {
    return error_of([&] { ask(); });
  }
};

TEST(TurningCast, Refusals) {
  TwoTurns two;
  two.motions[1].about.y = 1e19F;
  EXPECT_EQ(two.error(), "motions[1].about.y = 1e+19" + not_coordinate);
  two.motions[1].turn.z = -inf;
  EXPECT_EQ(two.error(), "motions[1].turn.z = -inf: must be a finite number");
  two.motions[0].by.x = nan;
  EXPECT_EQ(two.error(), "motions[0].by.x = nan: must be a finite number");
  two.motions.pop_back();
  EXPECT_EQ(two.error(), "motions: has 1 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.fractions[0], Interval{});
}

TEST(TurningCast, OfHoles) {
  TwoTurns two;
  two.set.remove(1);
  EXPECT_EQ(two.error(), "pairs[0].b = 1: was removed from the second set");
  CastOptions options;
  options.check = Check::none;
  two.ask(options);
  EXPECT_EQ(two.fractions, (std::vector<Interval>{never, never}));
}

class TurningOnEveryIsa : public EveryIsa {};

/// An invalid number leaves [0, infinity], and the other pairs as they were.
TEST_P(TurningOnEveryIsa, BesideABadNumber) {
  Rng rng(84);
  CastOptions options;
  options.isa = GetParam();
  options.check = Check::none;
  const auto expect_unknown = [](const TurningList& list, const std::vector<Met>& after, const std::vector<Met>& before,
                                 const CastOptions&) {
    for (std::size_t i = 0; i < after.size(); ++i)
      if (i != 3) {
        ASSERT_TRUE(same_bits(after[i], before[i])) << list.line(i);
      }
    EXPECT_EQ(after[3].fractions, unknown) << list.line(3);
  };
  for (const Kind a : shape_kinds) {
    TurningList list;
    while (list.pairs.size() < 21) {
      const auto [pair, by] = approaching(rng, random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
      list.append(pair, random_turn(rng, pair, by));
    }
    const std::vector<Met> before = list.answers(options);
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      SCOPED_TRACE(poison.name);
      AnyShape shape = list.shapes[3].first;
      *numbers_of(shape)[0] = poison.value;
      TurningList poisoned = list;
      poisoned.pairs[3].a = add_to(poisoned.first, shape, Check::none);
      expect_unknown(list, poisoned.answers(options), before, options);
      for (Vec3 Motion::*part : {&Motion::by, &Motion::turn, &Motion::about}) {
        poisoned = list;
        (poisoned.motions[3].*part).y = poison.value;
        expect_unknown(list, poisoned.answers(options), before, options);
        if (part == &Motion::about) poisoned.motions[3].turn = {};
        expect_unknown(list, poisoned.answers(options), before, options);
      }
    }
  }
}

/// For NaN in any number of any shape: only the other numbers can prove anything.
TEST_P(TurningOnEveryIsa, AnyNumberOfAShape) {
  Rng rng(85);
  CastOptions options;
  options.isa = GetParam();
  options.check = Check::none;
  for (const Kind a : shape_kinds) {
    ShapePair pair = random_pair(rng, a, Kind::box);
    const std::size_t count = numbers_of(pair.first).size();
    for (std::size_t k = 0; k < count; ++k) {
      AnyShape shape = pair.first;
      *numbers_of(shape)[k] = nan;
      TurningList list;
      list.append(pair, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}});
      list.pairs[0].a = add_to(list.first, shape, Check::none);
      EXPECT_EQ(list.answers(options)[0].fractions, unknown) << name(a) << ", number " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, TurningOnEveryIsa, isas(), isa_name);

TEST(TurningCast, AllocatesNothing) {
  Rng rng(86);
  TurningList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      const ShapePair pair = random_pair(rng, a, b);
      list.append(pair, random_turn(rng, pair, random_motion(rng, pair)));
    }
  std::vector<Interval> fractions(list.pairs.size());
  const std::span<const Motion> motions(list.motions);
  EXPECT_EQ(allocations_of([&] { cast(list.first, list.second, list.pairs, motions, {fractions}); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
