// The guarantees of `cast` and `cast_rays` in the plane besides numbers: first contacts known from geometry, of shapes
// that turn and that do not, motions of any length, options, errors, free slots, invalid numbers, and agreement with
// the reference.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "lockstep/reference/cast.hpp"
#include "lockstep/reference/shapes2.hpp"
#include "plane_cast_list.hpp"
#include "plane_poison.hpp"
#include "plane_variations.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

using std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Interval never{infinity, infinity}, unknown{0, infinity};
constexpr auto pi_float = std::numbers::pi_v<float>;

/// Of one pair.
template <class AnyMotion>
Met2 met_of(const AnyShape2& a, const AnyShape2& b, const AnyMotion& motion, const CastOptions& options = {}) {
  PlaneCastsOf<AnyMotion> list;
  list.append({a, b}, motion);
  return list.answers(options)[0];
}

Met2 hit(const Ray2& ray, const AnyShape2& shape) {
  ShapeSet2 set;
  add_to(set, shape);
  const Pair pair{0, 0};
  Met2 met;
  cast_rays({&ray, 1}, set, {&pair, 1}, {{&met.fractions, 1}, {&met.point, 1}, {&met.normal, 1}});
  return met;
}

void expect_contact(const Met2& met, double fraction, double room = 1e-12) {
  EXPECT_LE(met.fractions.lower, fraction) << text(met);
  EXPECT_GE(met.fractions.upper, fraction) << text(met);
  EXPECT_LE(met.fractions.upper - met.fractions.lower, room) << text(met);
}

void expect_vector(const Vec2d& v, const Vec2d& expected, double room = 1e-9) {
  EXPECT_LE(length(v - expected), room) << v.x << ' ' << v.y;
}

const Circle2 disc{{0, 0}, 1};
const Box2 crate{{5, 0}, 0, {1, 1}};
const Capsule2 stick{{0, 0}, {3, 0}, 0};
const oracle::PolygonShape2 triangle{{{-1, -1}, {1, -1}, {0, 1}}, {}, 0};

TEST(PlaneCast, OfTwoCircles) {
  const Met2 met = met_of(disc, Circle2{{5, 0}, 1}, Vec2{8, 0});
  expect_contact(met, 0.375);
  expect_vector(met.normal, {-1, 0});
  expect_vector(met.point, {4, 0});
  // Centers 2 apart along x, and 1 aside: contact where (5 - 8 t)^2 + 1 = 4.
  expect_contact(met_of(disc, Circle2{{5, 1}, 1}, Vec2{8, 0}), (5 - std::sqrt(3.0)) / 8);
}

TEST(PlaneCast, OfEveryKind) {
  const Vec2 right{8, 0};
  expect_contact(met_of(Capsule2{{-4, 2}, {0, 0}, 0.5F}, crate, right), 0.4375);
  expect_contact(met_of(Box2{{0, 0}, 0, {1, 3}}, crate, right), 0.375);
  expect_contact(met_of(Ellipse2{{0, 0}, 0, {2, 1}}, crate, right), 0.25, 1e-9);
  expect_contact(met_of(Slice2{{0, 0}, 0, 0.25F, 2}, crate, right), 0.25, 1e-9);
  expect_contact(met_of(triangle, crate, right), 0.375);
  expect_contact(met_of(oracle::PolygonShape2{triangle.vertices, {-8, 0.5F}, 0}, crate, Vec2{16, 0}), 0.6875);
  expect_contact(met_of(disc, oracle::PolygonShape2{triangle.vertices, {0, 4}, 0}, Vec2{0, 4}), 0.5);
  const Interval last = met_of(Box2{{0, 0}, 0, {1, 3}}, crate, Vec2{3, 0}).fractions;  // as the step ends
  EXPECT_TRUE(last.lower > 1 - 1e-12 && last.lower <= 1 && last.upper >= 1) << last.lower << ' ' << last.upper;
}

TEST(PlaneCast, OfWhatMisses) {
  for (const Vec2 motion : {Vec2{0, 0}, {-8, 0}, {2.5F, 0}, {0, 9}, {8, 8}}) {
    const Met2 met = met_of(disc, crate, motion);
    EXPECT_EQ(met.fractions, never) << text(met);
    EXPECT_TRUE(std::isnan(met.normal.x) && std::isnan(met.point.x)) << text(met);
  }
}

TEST(PlaneCast, OfWhatOverlapsFromTheStart) {
  for (const Vec2 motion : {Vec2{0, 0}, {8, 0}, {-8, 0}}) {
    const Met2 met = met_of(disc, Box2{{4.75F, 0}, 0, {4.25F, 4}}, motion);
    EXPECT_EQ(met.fractions, (Interval{0, 0})) << text(met);
    expect_vector(met.normal, {-1, 0});
    expect_vector(met.point, {0.5, 0});
  }
  const Circle2 point{{1, 2}, 0};
  EXPECT_EQ(met_of(point, point, Vec2{1, 0}).fractions, (Interval{0, 0}));
}

/// Two circles pass at the distance of a contact, or at one slightly different.
TEST(PlaneCast, OfGrazes) {
  const auto pass = [](float aside) { return met_of(disc, Circle2{{5, aside}, 1}, Vec2{10, 0}).fractions; };
  const Interval graze = pass(2);
  EXPECT_EQ(result_of(graze), CastResult::unproven);
  EXPECT_NEAR(graze.lower, 0.5, 1e-3);
  for (const float gap : {0x1p-6F, 0x1p-12F, 0x1p-20F, 0x1p-22F}) {
    EXPECT_EQ(result_of(pass(2 + gap)), CastResult::misses) << gap;
    const Interval met = pass(2 - gap);
    ASSERT_EQ(result_of(met), CastResult::hits) << gap;
    const double root = std::sqrt(4 - std::pow(2 - double{gap}, 2));
    EXPECT_LE(met.lower, (5 - root) / 10);
    EXPECT_GE(met.upper, (5 - root) / 10);
    EXPECT_LE(met.upper - met.lower, 1e-9) << gap;
  }
}

TEST(PlaneCast, OfMotionsOfAnyLength) {
  for (const float way : {1e3F, 1e10F, 1e18F, 1e30F, 3e38F}) {
    expect_contact(met_of(disc, crate, Vec2{way, 0}), 3 / double{way}, 1e-10 / double{way});
    expect_contact(met_of(Ellipse2{{0, 0}, 0, {1, 2}}, crate, Vec2{way, 0}), 3 / double{way}, 1e-6 / double{way});
    EXPECT_EQ(met_of(disc, crate, Vec2{way, way}).fractions, never);
  }
  for (const float way : {1e-3F, 1e-20F, 1e-38F, std::numeric_limits<float>::denorm_min()}) {
    EXPECT_EQ(met_of(disc, crate, Vec2{way, 0}).fractions, never);
    EXPECT_EQ(met_of(disc, Circle2{{1, 0}, 1}, Vec2{way, 0}).fractions, (Interval{0, 0}));
    const Met2 touching = met_of(disc, Circle2{{2, 0}, 1}, Vec2{way, 0});
    EXPECT_EQ(touching.fractions.lower, 0) << text(touching);
    EXPECT_FALSE(std::isnan(touching.fractions.upper));
  }
}

TEST(PlaneRays, ThroughShapes) {
  const Met2 met = hit({{-5, 0}, {8, 0}}, disc);
  expect_contact(met, 0.5);
  expect_vector(met.normal, {-1, 0});
  expect_vector(met.point, {-1, 0});
  expect_contact(hit({{0, 0}, {8, 0}}, crate), 0.5);
  expect_contact(hit({{5, 9}, {0, -16}}, crate), 0.5);
  expect_contact(hit({{5, 8}, {0, -16}}, Box2{{5, 0}, 0.5F, {1, 1}}), (8 - 1 / std::cos(0.5)) / 16);
  expect_contact(hit({{0, 5}, {0, -8}}, Capsule2{{-3, 0}, {3, 0}, 1}), 0.5);
  expect_contact(hit({{0, 5}, {0, -8}}, Ellipse2{{0, 0}, 0, {3, 1}}), 0.5, 1e-8);
  expect_contact(hit({{0, 5}, {0, -8}}, triangle), 0.5);
  EXPECT_EQ(hit({{-5, 3}, {8, 0}}, disc).fractions, never);
  EXPECT_EQ(hit({{-5, 0}, {3, 0}}, disc).fractions, never);
  EXPECT_EQ(hit({{0.5F, 0}, {3, 0}}, disc).fractions, (Interval{0, 0}));
}

/// A flat shape has no interior for a point: only the path of the point crosses it.
TEST(PlaneRays, ThroughSegments) {
  const oracle::PolygonShape2 segment{{{-2, 0}, {2, 0}}, {}, 0};
  const Met2 met = hit({{1, 3}, {0, -4}}, segment);
  expect_contact(met, 0.75);
  expect_vector(met.normal, {0, 1});
  expect_vector(met.point, {1, 0});
  expect_contact(hit({{1, -3}, {0, 12}}, Capsule2{{-2, 0}, {2, 0}, 0}), 0.25);
  expect_contact(hit({{1, 3}, {0, -4}}, Box2{{0, 0}, 0, {2, 0}}), 0.75);
  expect_contact(hit({{1, 3}, {0, -4}}, Slice2{{-1, 0}, 0, 0, 3}), 0.75, 1e-9);
  expect_contact(hit({{1, 1e6F}, {0, -2e6F}}, segment), 0.5, 1e-9);
  expect_contact(hit({{1, 3}, {0, -1e30F}}, segment), 3 / double{1e30F}, 1e-40);
  expect_contact(met_of(segment, Circle2{{1, 3}, 0}, Vec2{0, 4}), 0.75);
  EXPECT_EQ(hit({{3, 3}, {0, -4}}, segment).fractions, never);
  EXPECT_EQ(hit({{1, 3}, {0, -2.9F}}, segment).fractions, never);
  EXPECT_EQ(hit({{1, 3}, {0, 4}}, segment).fractions, never);
  // Through an end, or along it: maybe.
  for (const Ray2& ray : {Ray2{{2, 3}, {0, -4}}, {{-5, 0}, {4, 0}}}) {
    const Met2 graze = hit(ray, segment);
    EXPECT_NEAR(graze.fractions.lower, 0.75, 1e-9) << text(graze);
    EXPECT_GE(graze.fractions.upper, 0.75) << text(graze);
  }
}

/// A ray is a moving point: the answers for both do not contradict each other.
TEST(PlaneRays, ArePoints) {
  Rng rng(61);
  PlaneCastList list;
  std::vector<Ray2> rays;
  for (const Kind2 b : oracle::all_kinds2)
    for (int i = 0; i < 80; ++i) {
      ShapePair2 pair = random_pair(rng, Kind2::circle, b);
      std::get<Circle2>(pair.first).radius = 0;
      const auto [far, motion] = approaching(rng, pair);
      list.append(far, motion), rays.push_back({std::get<Circle2>(far.first).center, motion});
    }
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<Vec2d> points(list.pairs.size()), normals(list.pairs.size());
  cast_rays(rays, list.second, list.pairs, {fractions, points, normals});
  const std::vector<Met2> met = collected(fractions, points, normals), expected = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(text(met[i]) + "\nexpected\n" + text(expected[i]) + "\n" + list.line(i));
    EXPECT_LE(met[i].fractions.lower, expected[i].fractions.upper);
    EXPECT_GE(met[i].fractions.upper, expected[i].fractions.lower);
  }
}

reference::Vector2<double> host(const Vec2& v) { return {v.x, v.y}; }
reference::Vector2<double> direction_of(float angle) { return {std::cos(double{angle}), std::sin(double{angle})}; }

/// The scalar reference, whose steps are the same, agrees within its tolerance.
TEST(PlaneCast, AsTheReferenceDoes) {
  Rng rng(62);
  int hits = 0, turned_hits = 0;
  const auto compare = [](const auto& expected, const Met2& met) {
    if (result_of(met.fractions) == CastResult::misses) return 0;  // or a conservative hit of the reference
    EXPECT_TRUE(expected.hit) << text(met);
    EXPECT_LE(expected.lower, met.fractions.upper) << text(met);
    EXPECT_GE(expected.upper, met.fractions.lower) << text(met);
    return 1;
  };
  for (int i = 0; i < 500; ++i) {
    const auto [pair, m] = approaching(rng, random_pair(rng, Kind2::box, Kind2::box));
    const auto box = [](const Box2& b) {
      return reference::Box2<double>{host(b.center), direction_of(b.angle), host(b.half_extents)};
    };
    const auto a = box(std::get<Box2>(pair.first)), b = box(std::get<Box2>(pair.second));
    hits += compare(reference::first_contact(a, b, host(m), 1e-9), met_of(pair.first, pair.second, m));
    const Motion2 turn = random_turn(rng, pair, m, {-2, 0.3});
    const reference::Motion<reference::Vector2<double>> turning{host(turn.by), host(turn.about), double{turn.turn}};
    turned_hits += compare(reference::first_contact(a, turning, b, {}, 1e-9), met_of(pair.first, pair.second, turn));
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(turned_hits, 150);
}

/// Its tip is at (3 cos(angle), 3 sin(angle)).
const Motion2 half_turn{{0, 0}, pi_float, {0, 0}};

TEST(PlaneTurningCast, OfAStickAndACircle) {
  // The line of the stick is a tangent of the circle where sin(angle between) = 0.5 / 2.
  const Met2 met = met_of(stick, Circle2{{0, 2}, 0.5F}, half_turn);
  expect_contact(met, (pi / 2 - std::asin(0.25)) / double{pi_float}, 4e-7);
  expect_vector(met.normal, {std::cos(std::asin(0.25)), -0.25}, 1e-5);
  EXPECT_NEAR(met.point.x, 0.5 * met.normal.x, 1e-5) << text(met);
  // In the other direction it comes three quarters of a turn later, and so not within this step.
  EXPECT_EQ(met_of(stick, Circle2{{0, 2}, 0.5F}, Motion2{{}, -pi_float, {}}).fractions, never);
}

TEST(PlaneTurningCast, OfAStickAndAWall) {
  const Box2 wall{{0, 1.75F}, 0, {9, 0.25F}};  // where the tip is at sin(angle) = 1/2
  expect_contact(met_of(stick, wall, half_turn), pi / 6 / double{pi_float}, 4e-7);
  const Met2 rounded = met_of(Capsule2{stick.p0, stick.p1, 0.25F}, wall, half_turn);
  expect_contact(rounded, std::asin(1.25 / 3) / double{pi_float}, 4e-7);
  EXPECT_NEAR(rounded.normal.y, -1, 1e-6);
  // While it falls away it never comes there: 3 sin(angle) - 4 angle / pi < 1.5
  EXPECT_EQ(met_of(stick, wall, Motion2{{0, -4}, half_turn.turn, {}}).fractions, never);
}

/// A square turns about its center until a corner hits a wall, as any kind of shape; no digit is lost to floats.
TEST(PlaneTurningCast, OfASquareAndAWall) {
  const Box2 wall{{1.625F, 0}, 0, {0.375F, 9}};
  const Motion2 turn{{0, 0}, 1, {0, 0}};
  const double expected = pi / 4 - std::acos(1.25 / std::sqrt(2.0));  // of the corner's direction then
  expect_contact(met_of(Box2{{0, 0}, 0, {1, 1}}, wall, turn), expected, 1e-8);
  const std::vector<Vec2> corners = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  expect_contact(met_of(oracle::PolygonShape2{corners, {}, 0}, wall, turn), expected, 1e-8);
  // The same square, whose vertices are given elsewhere and turned by about a quarter turn.
  oracle::PolygonShape2 elsewhere{corners, {-10, 20}, 0};
  for (Vec2& v : elsewhere.vertices) v = {v.x + 10, v.y - 20};
  expect_contact(met_of(elsewhere, wall, turn), expected, 1e-8);
  expect_contact(met_of(Box2{{0, 0}, 0.125F, {1, 1}}, wall, turn), expected - 0.125, 1e-8);
  expect_contact(met_of(Box2{{0, 0}, 0, {1, 1}}, wall, Motion2{{0, 0}, -1, {0, 0}}), expected, 1e-8);
  // It moves along with its pivot: cos(pi/4 - t) sqrt(2) + t / 4 = 1.25.
  double t = 0;
  for (int i = 0; i < 60; ++i) t += (1.25 - (std::cos(pi / 4 - t) * std::sqrt(2.0) + t / 4)) / 2;
  expect_contact(met_of(Box2{{0, 0}, 0, {1, 1}}, wall, Motion2{{0.25F, 0}, 1, {0, 0}}), t, 1e-8);
}

TEST(PlaneTurningCast, OfWhatIsRound) {
  const Box2 wall{{3.5F, 0}, 0, {0.5F, 9}};
  expect_contact(met_of(disc, wall, Motion2{{4, 0}, 3, {0, 0}}), 0.5, 1e-8);
  // About another point it circles that point.
  expect_contact(met_of(disc, Circle2{{2, 2}, 1}, Motion2{{}, -pi_float, {2, 0}}), pi / 6 / double{pi_float}, 1e-8);
  EXPECT_EQ(met_of(disc, wall, Motion2{{}, 30, {}}).fractions, never);
  // An ellipse reaches sqrt(4 cos^2 + sin^2) along an axis; a slice with the end of its arc or its arc.
  const Motion2 turn{{0, 0}, 1, {0, 0}};
  const double tall = std::acos(std::sqrt((1.75 * 1.75 - 1) / 3));
  expect_contact(met_of(Ellipse2{{0, 0}, 0, {1, 2}}, Box2{{2.875F, 0}, 0, {1.125F, 9}}, turn), pi / 2 - tall, 1e-8);
  expect_contact(met_of(Slice2{{0, 0}, -1, 0.25F, 4}, wall, turn), 0.75 - std::acos(0.75), 1e-8);
}

/// A gap that closes after many revolutions, and one that never does.
TEST(PlaneTurningCast, OfManyRevolutions) {
  const Box2 bar{{0, 0}, 0, {1, 0.25F}};
  const Circle2 ball{{0, 3}, 1.5F};
  const Met2 met = met_of(bar, ball, Motion2{{0, 2}, 600, {0, 0}});
  EXPECT_EQ(result_of(met.fractions), CastResult::hits) << text(met);
  // No earlier than the farthest corner can be there, and no later than one revolution after that.
  const double earliest = (1.5 - std::hypot(1, 0.25)) / 2;
  EXPECT_GE(met.fractions.upper, earliest) << text(met);
  EXPECT_LE(met.fractions.lower, earliest + 2 * pi / 600) << text(met);
  EXPECT_EQ(met_of(bar, ball, Motion2{{}, 600, {}}).fractions, never);
}

/// For any numbers there is an interval, and it is not false where the truth is obvious.
TEST(PlaneTurningCast, OfHugeTurnsAndMotions) {
  const Box2 bar{{0, 0}, 0, {1, 0.25F}};
  const float huge = std::numeric_limits<float>::max();
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

PlaneTurningList casts_of_all_kinds(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  PlaneTurningList list;
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2)
      for (int i = 0; i < of_each; ++i) {
        const auto [pair, by] = approaching(rng, random_pair(rng, a, b));
        Motion2 motion = random_turn(rng, pair, by);
        if (i % 2 == 0) motion.turn = i % 4 == 0 ? 0.0F : -0.0F;
        list.append(pair, motion);
      }
  return list;
}

/// If the turn is 0, answers are those of `by` alone, to the bit.
TEST(PlaneTurningCast, OfNoTurn) {
  const PlaneTurningList list = casts_of_all_kinds(81, 12);
  std::vector<Vec2> straight;
  for (const Motion2& m : list.motions) straight.push_back(m.by);
  const std::vector<Met2> met = list.answers(), expected = meet(list.first, list.second, list.pairs, straight);
  for (std::size_t i = 0; i < met.size(); ++i)
    if (list.motions[i].turn == 0) {
      ASSERT_TRUE(same_bits(met[i], expected[i])) << list.line(i);
    }
}

TEST(PlaneCast, Tolerance) {
  const PlaneTurningList list = casts_of_all_kinds(63, 12);
  const std::vector<Met2> fine = list.answers();
  for (const double tolerance : {1e-6, 1e-2, 10.0, infinity}) {
    CastOptions options;
    options.tolerance = tolerance;
    const std::vector<Met2> coarse = list.answers(options);
    for (std::size_t i = 0; i < fine.size(); ++i) {
      EXPECT_LE(coarse[i].fractions.lower, fine[i].fractions.upper) << list.line(i);
      EXPECT_GE(coarse[i].fractions.upper, fine[i].fractions.lower) << list.line(i);
    }
  }
}

/// One list of two pairs, and its error if an argument is invalid.
struct TwoCasts2 {
  ShapeSet2 set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Vec2> motions = {{8, 0}, {-8, 0}};
  std::vector<Motion2> turns = {{{8, 0}, 1, {}}, {{-8, 0}, 1, {}}};
  std::vector<Ray2> rays = {{{-5, 0}, {8, 0}}, {{5, 0}, {8, 0}}};
  std::vector<Interval> fractions{2};

  TwoCasts2() {
    set.add(Circle2{{0, 0}, 1});
    set.add(Circle2{{3, 0}, 1});
  }
  std::string error(const CastOutput2& out, const CastOptions& options = {}) {
    return error_of([&] { cast(set, set, pairs, motions, out, options); });
  }
  std::string turn_error() {
    return error_of([&] { cast(set, set, pairs, turns, {fractions}); });
  }
  std::string ray_error() {
    return error_of([&] { cast_rays(rays, set, pairs, {fractions}); });
  }
};

TEST(PlaneCast, Refusals) {
  TwoCasts2 two;
  EXPECT_EQ(two.error({std::span(two.fractions).first(1)}),
            "out.fractions: has 1 elements, needs one for each of the 2 pairs");
  std::vector<Vec2d> vectors(3);
  EXPECT_EQ(two.error({two.fractions, vectors}), "out.points: has 3 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.error({two.fractions, {}, vectors}), "out.normals: has 3 elements, needs one for each of the 2 pairs");
  const std::span<Vec2d> over(reinterpret_cast<Vec2d*>(two.fractions.data()), 2);
  EXPECT_EQ(two.error({two.fractions, over}), "out.points: shares memory with out.fractions");
  CastOptions options;
  options.tolerance = -1;
  EXPECT_EQ(two.error({two.fractions}, options), "options.tolerance = -1: must not be negative");
  two.motions[1].y = nan;
  EXPECT_EQ(two.error({two.fractions}), "motions[1].y = nan: must be a finite number");
  two.motions.pop_back();
  EXPECT_EQ(two.error({two.fractions}), "motions: has 1 elements, needs one for each of the 2 pairs");
  two.motions = {{}, {}};
  two.pairs[1].b = 7;
  EXPECT_EQ(two.error({two.fractions}), "pairs[1].b = 7: out of range, the second set has 2 shapes");
  EXPECT_EQ(two.fractions[0], Interval{});
}

TEST(PlaneTurningCast, Refusals) {
  TwoCasts2 two;
  two.turns[1].about.y = 1e19F;
  EXPECT_EQ(two.turn_error(), "motions[1].about.y = 1e+19" + not_coordinate);
  two.turns[1].turn = -inf;
  EXPECT_EQ(two.turn_error(), "motions[1].turn = -inf: must be a finite number");
  two.turns[0].by.x = nan;
  EXPECT_EQ(two.turn_error(), "motions[0].by.x = nan: must be a finite number");
}

TEST(PlaneRays, Refusals) {
  TwoCasts2 two;
  two.rays[1].origin.x = 1e19F;
  EXPECT_EQ(two.ray_error(), "rays[1].origin.x = 1e+19" + not_coordinate);
  two.rays[0].motion.y = -inf;
  EXPECT_EQ(two.ray_error(), "rays[0].motion.y = -inf: must be a finite number");
  two.pairs[1].a = 2;
  EXPECT_EQ(two.ray_error(), "pairs[1].a = 2: out of range, there are 2 rays");
}

TEST(PlaneCast, OfHoles) {
  TwoCasts2 two;
  two.set.remove(1);
  EXPECT_EQ(two.error({two.fractions}), "pairs[0].b = 1: was removed from the second set");
  EXPECT_EQ(two.ray_error(), "pairs[0].b = 1: was removed from the set");
  CastOptions options;
  options.check = Check::none;
  EXPECT_EQ(meet(two.set, two.set, two.pairs, two.motions, options)[0].fractions, never);
  EXPECT_EQ(meet(two.set, two.set, two.pairs, two.turns, options)[0].fractions, never);
}

class PlaneCastOnEveryIsa : public EveryIsa {};

/// An invalid number leaves [0, infinity], and the other pairs as they were.
TEST_P(PlaneCastOnEveryIsa, BesideABadNumber) {
  CastOptions options;
  options.isa = GetParam();
  options.check = Check::none;
  constexpr std::size_t bad = 3;  // turns; the one before it does not
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
    const std::vector<Met2> before = list.answers(options);
    const auto expect_unknown = [&](const PlaneTurningList& poisoned, std::size_t at, const char* what) {
      const std::vector<Met2> after = poisoned.answers(options);
      for (std::size_t i = 0; i < after.size(); ++i)
        if (i != at) {
          ASSERT_TRUE(same_bits(after[i], before[i])) << list.line(i);
        }
      EXPECT_EQ(after[at].fractions, unknown) << what << "\n" << list.line(at);
    };
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      for (const std::size_t at : {bad - 1, bad}) {
        AnyShape2 shape = list.shapes[at].first;
        *numbers_of(shape)[0] = poison.value;
        PlaneTurningList poisoned = list;
        poisoned.pairs[at].a = add_to(poisoned.first, shape, Check::none);
        expect_unknown(poisoned, at, "shape");
        poisoned = list;
        poisoned.motions[at].by.y = poison.value;
        expect_unknown(poisoned, at, "by");
        poisoned = list;
        poisoned.motions[at].turn = poison.value;
        expect_unknown(poisoned, at, "turn");
      }
    }
  }
}

/// Scaling by powers of two changes only the exponents.
TEST_P(PlaneCastOnEveryIsa, AtEveryScale) {
  CastOptions options;
  options.isa = GetParam();
  const PlaneTurningList list = casts_of_all_kinds(65, 6);
  const std::vector<Met2> expected = list.answers(options);
  for (const int exponent : {-60, -7, 20, 50}) {
    PlaneTurningList other;
    const auto there = [&](const Vec2& v) { return Vec2{std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)}; };
    for (std::size_t i = 0; i < list.pairs.size(); ++i) {
      const auto& [by, turn, about] = list.motions[i];
      other.append({scaled(list.shapes[i].first, exponent), scaled(list.shapes[i].second, exponent)},
                   {there(by), turn, there(about)});
    }
    const std::vector<Met2> met = other.answers(options);
    for (std::size_t i = 0; i < met.size(); ++i) {
      ASSERT_EQ(result_of(met[i].fractions), result_of(expected[i].fractions)) << list.line(i);
      if (result_of(met[i].fractions) == CastResult::misses) continue;
      EXPECT_LE(met[i].fractions.lower, expected[i].fractions.upper) << list.line(i);
      EXPECT_GE(met[i].fractions.upper, expected[i].fractions.lower) << list.line(i);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneCastOnEveryIsa, isas(), isa_name);

/// The mirror image of all turns in the opposite direction, and hits at the same time.
TEST(PlaneTurningCast, OfMirrorImages) {
  const PlaneTurningList list = casts_of_all_kinds(66, 12);
  PlaneTurningList other;
  for (std::size_t i = 0; i < list.pairs.size(); ++i) {
    const auto& [by, turn, about] = list.motions[i];
    other.append({mirrored(list.shapes[i].first), mirrored(list.shapes[i].second)},
                 {{by.x, -by.y}, -turn, {about.x, -about.y}});
  }
  const std::vector<Met2> met = list.answers(), image = other.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    EXPECT_LE(met[i].fractions.lower, image[i].fractions.upper) << list.line(i);
    EXPECT_GE(met[i].fractions.upper, image[i].fractions.lower) << list.line(i);
  }
}

TEST(PlaneCast, AllocatesNothing) {
  const PlaneTurningList list = casts_of_all_kinds(67, 4);
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<Vec2d> normals(list.pairs.size());
  EXPECT_EQ(allocations_of([&] {
              cast(list.first, list.second, list.pairs, list.motions, {fractions, {}, normals});
            }),
            0U);
}

}  // namespace
}  // namespace lockstep::test
