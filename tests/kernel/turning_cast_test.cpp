// The guarantees of `cast` for shapes that turn besides numbers, in space and in the plane: first contacts known from
// trigonometry, no turn, huge ones, options, errors, free slots and invalid numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bad_numbers.hpp"
#include "every_isa.hpp"
#include "known_contacts.hpp"
#include "lockstep/reference/cast.hpp"
#include "turning_truth.hpp"

namespace lockstep::test {
namespace {

using std::numbers::pi;
constexpr auto pi_float = std::numbers::pi_v<float>;
constexpr double float_room = 4e-7;  ///< what floats leave of an interval

/// Turns in the plane z = 0.
template <class S>
class TurningCast : public testing::Test {
 protected:
  /// Its tip is at (3 cos(angle), 3 sin(angle)).
  const typename S::Shape stick = S::capsule(0, 0, 3, 0, 0);
  const typename S::Motion half_turn = S::motion({}, pi_float);
};
TYPED_TEST_SUITE(TurningCast, Spaces, SpaceName);
using SpaceTurningCast = TurningCast<Space>;
using PlaneTurningCast = TurningCast<Plane>;

TYPED_TEST(TurningCast, OfAStickAndABall) {
  using S = TypeParam;
  // The line of the stick is a tangent of the ball where sin(angle between) = 0.5 / 2.
  const auto met = met_of(this->stick, S::ball(0, 2, 0.5F), this->half_turn);
  expect_contact(met, (pi / 2 - std::asin(0.25)) / double{pi_float}, float_room);
  EXPECT_NEAR(met.normal.x, std::cos(std::asin(0.25)), 1e-5) << text(met);
  EXPECT_NEAR(met.normal.y, -0.25, 1e-5) << text(met);
  expect_vector(met.normal, S::d(std::cos(std::asin(0.25)), -0.25), 1e-5);
  EXPECT_NEAR(met.point.x, 0.5 * met.normal.x, 1e-5) << text(met);
  // In the other direction it comes three quarters of a turn later, and so not within this step.
  EXPECT_EQ(met_of(this->stick, S::ball(0, 2, 0.5F), S::motion({}, -pi_float)).fractions, never);
}

TYPED_TEST(TurningCast, OfAStickAndAWall) {
  using S = TypeParam;
  const auto wall = S::block(-9, 1.5F, 9, 2);  // where the tip is at sin(angle) = 1/2
  expect_contact(met_of(this->stick, wall, this->half_turn), pi / 6 / double{pi_float}, float_room);
  const auto rounded = met_of(S::capsule(0, 0, 3, 0, 0.25F), wall, this->half_turn);
  expect_contact(rounded, std::asin(1.25 / 3) / double{pi_float}, float_room);
  EXPECT_NEAR(rounded.normal.y, -1, 1e-6);
  // While it falls away it never comes there: 3 sin(angle) - 4 angle / pi < 1.5
  EXPECT_EQ(met_of(this->stick, wall, S::motion({0, -4}, pi_float)).fractions, never);
}

/// A square turns about its center until a corner hits a wall, as any kind of shape; in the plane, no digit is lost to
/// floats.
TYPED_TEST(TurningCast, OfASquareAndAWall) {
  using S = TypeParam;
  const double room = is_plane<S> ? 1e-8 : 1e-6;
  const auto wall = S::block(1.25F, -9, 2, 9);
  const auto turn = S::motion({}, 1);
  const double expected = pi / 4 - std::acos(1.25 / std::sqrt(2.0));  // of the corner's direction then
  expect_contact(met_of(S::box(0, 0, 1, 1), wall, turn), expected, room);
  // It moves along with its pivot: cos(pi/4 - t) sqrt(2) + t / 4 = 1.25.
  double t = 0;
  for (int i = 0; i < 60; ++i) t += (1.25 - (std::cos(pi / 4 - t) * std::sqrt(2.0) + t / 4)) / 2;
  expect_contact(met_of(S::box(0, 0, 1, 1), wall, S::motion({0.25F, 0}, 1)), t, room);
  if constexpr (is_plane<S>) {
    const std::vector<Vec2> corners = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    expect_contact(met_of(oracle::PolygonShape2{corners, {}, 0}, wall, turn), expected, room);
    // The same square, whose vertices are given elsewhere and turned by about a quarter turn.
    oracle::PolygonShape2 elsewhere{corners, {-10, 20}, 0};
    for (Vec2& v : elsewhere.vertices) v = {v.x + 10, v.y - 20};
    expect_contact(met_of(elsewhere, wall, turn), expected, room);
    expect_contact(met_of(Box2{{0, 0}, 0.125F, {1, 1}}, wall, turn), expected - 0.125, room);
    expect_contact(met_of(S::box(0, 0, 1, 1), wall, S::motion({}, -1)), expected, room);
  } else {
    expect_contact(met_of(Aabb{{-1, -1, -1}, {1, 1, 1}}, wall, turn), expected, room);
    oracle::HullShape cube;
    for (const float x : {-1.0F, 1.0F})
      for (const float y : {-1.0F, 1.0F})
        for (const float z : {-1.0F, 1.0F}) cube.vertices.push_back({x, y, z});
    expect_contact(met_of(cube, wall, turn), expected, room);
    expect_contact(met_of(oracle::PlacedHull{cube.vertices, {}, 0}, wall, turn), expected, room);
  }
}

/// A turn about its own middle does not move a round shape; a turn about another point makes it circle that point.
TYPED_TEST(TurningCast, OfABall) {
  using S = TypeParam;
  const auto ball = S::ball(0, 0, 1), other = S::ball(2, 2, 1);
  const auto wall = S::block(3, -9, 4, 9);
  auto along = S::motion({4, 0}, 3);
  if constexpr (!is_plane<S>) along.turn = {1, 2, 3};
  expect_contact(met_of(ball, wall, along), 0.5, 1e-8);
  expect_contact(met_of(ball, other, S::motion({}, -pi_float, {2, 0})), pi / 6 / double{pi_float}, 1e-8);
  EXPECT_EQ(met_of(ball, wall, S::motion({}, 30)).fractions, never);
}

/// An ellipse reaches sqrt(4 cos^2 + sin^2) along an axis.
TYPED_TEST(TurningCast, OfAnEllipse) {
  using S = TypeParam;
  const double tall = std::acos(std::sqrt((1.75 * 1.75 - 1) / 3));
  expect_contact(met_of(S::ellipse(1, 2), S::block(1.75F, -9, 4, 9), S::motion({}, 1)), pi / 2 - tall,
                 is_plane<S> ? 1e-8 : 4e-6);
}

TEST_F(SpaceTurningCast, OfAConeAndACylinder) {
  // The rim of the base, at distance sqrt(5) and an angle of atan(1/2) from the axis, comes to the wall.
  const Aabb wall{{2.125F, -9, -9}, {4, 9, 9}};
  const double expected = std::atan(0.5) - std::acos(2.125 / std::sqrt(5.0));
  const Motion turn = Space::motion({}, 1);
  expect_contact(met_of(Cylinder{{-2, 0, 0}, {2, 0, 0}, 1}, wall, turn), expected, 4e-6);
  expect_contact(met_of(Cone{{2, 0, 0}, {-2, 0, 0}, 1}, wall, turn), expected, 4e-6);
}

/// It turns until the end of its arc, or its arc, hits.
TEST_F(PlaneTurningCast, OfASlice) {
  const Box2 wall{{3.5F, 0}, 0, {0.5F, 9}};
  expect_contact(met_of(Slice2{{0, 0}, -1, 0.25F, 4}, wall, Plane::motion({}, 1)), 0.75 - std::acos(0.75), 1e-8);
}

/// A gap that closes after many revolutions, and one that never does.
TYPED_TEST(TurningCast, OfManyRevolutions) {
  using S = TypeParam;
  const auto bar = S::box(0, 0, 1, 0.25F);
  const auto ball = S::ball(0, 3, 1.5F);
  const auto met = met_of(bar, ball, S::motion({0, 2}, 600));
  EXPECT_EQ(result_of(met.fractions), CastResult::hits) << text(met);
  // No earlier than the farthest corner can be there, and no later than one revolution after that.
  const double earliest = (1.5 - std::hypot(1, 0.25)) / 2;
  EXPECT_GE(met.fractions.upper, earliest) << text(met);
  EXPECT_LE(met.fractions.lower, earliest + 2 * pi / 600) << text(met);
  EXPECT_EQ(met_of(bar, ball, S::motion({}, 600)).fractions, never);
}

constexpr float huge = std::numeric_limits<float>::max();

/// For any numbers there is an interval, and it is not false where the truth is obvious.
TEST_F(SpaceTurningCast, OfHugeTurnsAndMotions) {
  const Box bar{{0, 0, 0}, {}, {1, 0.25F, 0.25F}};
  for (const float angle : {1e7F, 1e20F, huge, -huge})
    for (const float way : {0.0F, 1.0F, 1e10F, huge}) {
      const Motion motion{{0, 0, way}, {0, angle, 0}, {0, 0, 0}};
      EXPECT_EQ(met_of(bar, Sphere{{0, 3, 0}, 1}, motion).fractions, never) << angle << ' ' << way;
      EXPECT_EQ(met_of(bar, Sphere{{0, 0, 0}, 1}, motion).fractions, (Interval{0, 0})) << angle << ' ' << way;
      const Met beside = met_of(bar, Sphere{{1.5F, 0, 0.5F}, 0.625F}, motion);
      EXPECT_LE(beside.fractions.lower, 1) << text(beside);
      EXPECT_LE(beside.fractions.lower, beside.fractions.upper) << text(beside);
    }
}

TEST_F(PlaneTurningCast, OfHugeTurnsAndMotions) {
  const Box2 bar{{0, 0}, 0, {1, 0.25F}};
  for (const float angle : {1e7F, 1e20F, huge, -huge})
    for (const float way : {0.0F, 1.0F, 1e10F, huge}) {
      const Motion2 motion{{way, 0}, angle, {0, 0}};
      EXPECT_EQ(met_of(bar, Circle2{{0, 3}, 1}, motion).fractions, never) << angle << ' ' << way;
      EXPECT_EQ(met_of(bar, Circle2{{0, 0}, 1}, motion).fractions, (Interval{0, 0})) << angle << ' ' << way;
      const Met2 beside = met_of(bar, Circle2{{1.2F, 1.1F}, 0.625F}, motion);
      EXPECT_LE(beside.fractions.lower, beside.fractions.upper) << text(beside);
      if (way > 1) continue;  // it may be gone before it has turned
      EXPECT_EQ(result_of(beside.fractions), CastResult::hits) << text(beside);
      EXPECT_LE(beside.fractions.upper, pi / std::abs(double{angle})) << text(beside);
    }
}

/// Shapes that start in contact, and calls that only ask whether there is one.
TEST_F(SpaceTurningCast, OfWhatOverlapsFromTheStart) {
  for (const Motion& motion : {Motion{}, half_turn, Motion{{0, 0, 4}, {1, 1, 1}, {9, 9, 9}}}) {
    const Met met = met_of(stick, Sphere{{2, 0, 0.25F}, 0.5F}, motion);
    EXPECT_EQ(met.fractions, (Interval{0, 0})) << text(met);
    EXPECT_NEAR(met.normal.z, -1, 1e-6);
  }
  EXPECT_EQ(met_of(stick, Sphere{{2, 0, 2}, 0.5F}, Motion{}).fractions, never);
}

/// Casts of every one of these kinds towards every kind; of those of the plane, half do not turn.
template <class S, class Firsts>
typename S::Turns turning(std::uint64_t seed, int of_each, const Firsts& firsts) {
  Rng rng(seed);
  typename S::Turns list;
  for (const auto a : firsts)
    for (const auto b : S::kinds)
      for (int i = 0; i < of_each; ++i) {
        const auto [pair, by] = approaching(rng, random_pair(rng, a, b));
        auto motion = random_turn(rng, pair, by);
        if constexpr (is_plane<S>)
          if (i % 2 == 0) motion.turn = i % 4 == 0 ? 0.0F : -0.0F;
        list.append(pair, motion);
      }
  return list;
}

bool is_turned(const Motion& m) { return m.turn != Vec3{}; }
bool is_turned(const Motion2& m) { return m.turn != 0; }

/// Without a turn, the answers of the call without turns, to the bit, also among shapes that turn.
template <class List>
void expect_straight(const List& list) {
  std::vector<decltype(list.motions[0].by)> straight;
  for (const auto& m : list.motions) straight.push_back(m.by);
  const auto met = list.answers(), expected = meet(list.first, list.second, list.pairs, straight);
  for (std::size_t i = 0; i < met.size(); ++i)
    if (!is_turned(list.motions[i])) {
      ASSERT_TRUE(same_bits(met[i], expected[i])) << list.line(i);
    }
}

TEST_F(SpaceTurningCast, WithoutATurn) {
  Rng rng(81);
  TurningList list;
  while (list.pairs.size() < 900) {
    const std::size_t i = list.pairs.size();
    const auto [pair, by] = approaching(rng, random_pair(rng, oracle::all_kinds[i % 6], oracle::all_kinds[i % 12]));
    Motion motion = random_turn(rng, pair, by);
    if (i % 3 != 0) motion.turn = i % 2 == 0 ? Vec3{} : Vec3{-0.0F, 0, 0};
    list.append(pair, motion);
  }
  expect_straight(list);
}
TEST_F(PlaneTurningCast, WithoutATurn) { expect_straight(turning<Plane>(81, 12, Plane::kinds)); }

/// The scalar reference, whose bounds are different.
TEST_F(SpaceTurningCast, AsTheReferenceDoes) {
  Rng rng(82);
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const auto [pair, by] = approaching(rng, random_pair(rng, Kind::aabb, Kind::aabb));
    const Motion motion = random_turn(rng, pair, by, {-2, 0.3});
    const auto box = [](const Aabb& b) { return reference::Aabb<double>{vector_of(b.min), vector_of(b.max)}; };
    const reference::Motion<DoubleVector> turning{vector_of(motion.by), vector_of(motion.about),
                                                  vector_of(motion.turn)};
    const auto expected =
        reference::first_contact(box(std::get<Aabb>(pair.first)), turning, box(std::get<Aabb>(pair.second)), {}, 1e-9);
    hits += expect_as_reference(expected, met_of(pair.first, pair.second, motion));
  }
  EXPECT_GT(hits, 100);
}

Vec3 part_of(const Vec3& v, float part) { return {part * v.x, part * v.y, part * v.z}; }
Vec2 part_of(const Vec2& v, float part) { return {part * v.x, part * v.y}; }
float part_of(float turn, float part) { return part * turn; }

/// A part of a motion, a power of two, meets what the whole one meets in that part, at the same place.
template <class List>
int expect_parts(const List& whole, float part) {
  List some = whole;
  for (auto& [by, turn, about] : some.motions) by = part_of(by, part), turn = part_of(turn, part);
  const auto met = some.answers(), all = whole.answers();
  int hits = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const auto [lower, upper] = met[i].fractions;
    const Interval& f = all[i].fractions;
    const std::string what = whole.line(i) + "\n" + text(met[i]) + "\n" + text(all[i]);
    EXPECT_LE(std::min(lower, 1.0) * part, f.upper) << what;
    if (result_of(met[i].fractions) == CastResult::hits) {
      EXPECT_LE(f.lower, upper * part) << what;
      ++hits;
    }
    EXPECT_TRUE(f.upper > 0.99 * part || result_of(met[i].fractions) != CastResult::misses) << what;
  }
  return hits;
}

/// From whole turns to parts of a millionth: what bounds a small turn finds what bounds a whole one.
TYPED_TEST(TurningCast, OfAPartOfAMotion) {
  Rng rng(84);
  std::conditional_t<is_plane<TypeParam>, PlaneTurningList, TurningList> list;
  while (list.pairs.size() < 700) {
    const std::size_t i = list.pairs.size();
    const auto random = [&] {
      if constexpr (is_plane<TypeParam>)
        return random_pair(rng, TypeParam::kinds[i % 5], TypeParam::kinds[i / 5 % 5]);
      else
        return random_pair(rng, oracle::all_kinds[i % 6], oracle::all_kinds[i % 12]);
    };
    const auto [pair, by] = approaching(rng, random());
    list.append(pair, random_turn(rng, pair, by, {-1, 0.8}));
  }
  int hits = 0;
  for (const int halvings : {1, 2, 4, 20}) hits += expect_parts(list, std::ldexp(1.0F, -halvings));
  EXPECT_GT(hits, 100);
}

/// Pairs of one shape and one motion share what does not depend on the other shape; pairs of two shapes, or of two
/// motions, do not.
TYPED_TEST(TurningCast, OfOneShapeWithManyMotions) {
  auto list = turning<TypeParam>(85, 60, either<TypeParam>(std::array{Kind::hull, Kind::box}, TypeParam::kinds));
  const std::size_t count = list.pairs.size();
  for (std::size_t i = 0; i < count; ++i)
    for (const auto& [shape, motion] :
         {std::pair{i / 4, i}, std::pair{i / 4, (i + 1) % count}, std::pair{i / 4, i}, std::pair{i, i}})
      list.pairs.push_back({list.pairs[shape].a, list.pairs[i].b}), list.motions.push_back(list.motions[motion]);
  const auto met = list.answers();
  for (std::size_t i = count; i < met.size(); ++i) {
    const auto alone = meet(list.first, list.second, std::vector{list.pairs[i]}, std::vector{list.motions[i]});
    ASSERT_TRUE(same_bits(met[i], alone[0])) << i;
  }
}

TYPED_TEST(TurningCast, Tolerance) {
  constexpr std::array in_space = {Kind::ellipsoid, Kind::hull, Kind::box, Kind::cone};
  expect_tolerances(turning<TypeParam>(83, is_plane<TypeParam> ? 12 : 8, either<TypeParam>(in_space, Plane::kinds)));
}

TYPED_TEST(TurningCast, Refusals) {
  TwoCasts<TypeParam> two;
  two.turns[1].about.y = 1e19F;
  EXPECT_EQ(two.turn_error(), "motions[1].about.y = 1e+19" + not_coordinate);
  if constexpr (is_plane<TypeParam>) {
    two.turns[1].turn = -inf;
    EXPECT_EQ(two.turn_error(), "motions[1].turn = -inf: must be a finite number");
  } else {
    two.turns[1].turn.z = -inf;
    EXPECT_EQ(two.turn_error(), "motions[1].turn.z = -inf: must be a finite number");
  }
  two.turns[0].by.x = nan;
  EXPECT_EQ(two.turn_error(), "motions[0].by.x = nan: must be a finite number");
  two.turns.pop_back();
  EXPECT_EQ(two.turn_error(), "motions: has 1 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.fractions[0], Interval{});
}

TYPED_TEST(TurningCast, OfHoles) {
  TwoCasts<TypeParam> two;
  two.set.remove(1);
  EXPECT_EQ(two.turn_error(), "pairs[0].b = 1: was removed from the second set");
  for (const auto& met : meet(two.set, two.set, two.pairs, two.turns, {.check = Check::none}))
    EXPECT_EQ(met.fractions, never);
}

class TurningOnEveryIsa : public EveryIsa {};

/// An invalid number leaves [0, infinity], and the other pairs as they were.
TEST_P(TurningOnEveryIsa, BesideABadNumber) {
  Rng rng(84);
  for (const Kind a : shape_kinds) {
    TurningList list;
    while (list.pairs.size() < 21) {
      const auto [pair, by] = approaching(rng, random_pair(rng, a, oracle::all_kinds[list.pairs.size() % 12]));
      list.append(pair, random_turn(rng, pair, by));
    }
    const auto numbers = [](Motion& m) { return std::array{&m.by.y, &m.turn.y, &m.about.y}; };
    cast_beside_a_bad_number(list, 3, GetParam(), numbers);
    list.motions[3].turn = {};
    cast_beside_a_bad_number(list, 3, GetParam(), [](Motion& m) { return std::array{&m.about.y}; });
  }
}

TEST_P(TurningOnEveryIsa, BesideABadNumberInThePlane) {
  for (const Kind2 a : oracle::all_kinds2) {
    Rng rng(64);
    PlaneTurningList list;
    while (list.pairs.size() < 21) {
      const std::size_t i = list.pairs.size();
      const auto [pair, by] = approaching(rng, random_pair(rng, a, oracle::all_kinds2[i % 6]));
      Motion2 motion = random_turn(rng, pair, by);
      if (i % 2 == 0) motion.turn = 0;
      list.append(pair, motion);
    }
    const auto numbers = [](Motion2& m) { return std::array{&m.by.y, &m.turn}; };
    for (const std::size_t at : {2U, 3U})  // only the second turns
      cast_beside_a_bad_number(list, at, GetParam(), numbers);
  }
}

/// For NaN in any number of any shape: only the other numbers can prove anything.
TEST_P(TurningOnEveryIsa, AnyNumberOfAShape) {
  Rng rng(85);
  for (const Kind a : shape_kinds) {
    ShapePair pair = random_pair(rng, a, Kind::box);
    const std::size_t count = numbers_of(pair.first).size();
    for (std::size_t k = 0; k < count; ++k) {
      AnyShape shape = pair.first;
      *numbers_of(shape)[k] = nan;
      TurningList list;
      list.append(pair, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}});
      list.pairs[0].a = add_to(list.first, shape, Check::none);
      const CastOptions options{.check = Check::none, .isa = GetParam()};
      EXPECT_EQ(list.answers(options)[0].fractions, unknown) << name(a) << ", number " << k;
    }
  }
}

TEST_P(TurningOnEveryIsa, AtEveryScaleInThePlane) {
  cast_at_every_scale(turning<Plane>(65, 6, Plane::kinds), GetParam());
}

INSTANTIATE_TEST_SUITE_P(, TurningOnEveryIsa, isas(), isa_name);

/// The mirror image of all turns in the opposite direction, and hits at the same time.
TEST_F(PlaneTurningCast, OfMirrorImages) {
  const PlaneTurningList list = turning<Plane>(66, 12, Plane::kinds);
  PlaneTurningList other;
  for (std::size_t i = 0; i < list.pairs.size(); ++i) {
    const auto& [by, turn, about] = list.motions[i];
    other.append({mirrored(list.shapes[i].first), mirrored(list.shapes[i].second)},
                 {{by.x, -by.y}, -turn, {about.x, -about.y}});
  }
  expect_intersecting(list.answers(), other.answers(), list);
}

TYPED_TEST(TurningCast, AllocatesNothing) {
  expect_no_allocations(turning<TypeParam>(86, is_plane<TypeParam> ? 4 : 1, TypeParam::kinds));
}

}  // namespace
}  // namespace lockstep::test
