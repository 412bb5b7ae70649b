// Boxes of the plane that move towards boxes, and circles towards circles, by closed forms: against the exact oracle
// where they touch, overlap, graze, slide or stand still, at any distance and of any size, and against the search,
// which takes the same boxes as polygons. LOCKSTEP_LONG_TESTS=1 tests a hundred times as many.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "long_tests.hpp"
#include "plane_cast_list.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

int times(int few) { return long_tests() ? 100 * few : few; }

/// Of any sign, and of any size between two powers of ten.
float sized(Rng& rng, double least, double most) {
  return static_cast<float>((below(rng, 2) == 0 ? 1 : -1) * uniform(rng, 0.5, 1) *
                            std::pow(10, uniform(rng, least, most)));
}

float halves(Rng& rng, int least, int most) { return 0.5F * static_cast<float>(least + below(rng, most - least + 1)); }

/// Zero, multiples of quarters and eighths of a turn, nearly such, or any.
float some_angle(Rng& rng) {
  constexpr float pi = std::numbers::pi_v<float>;
  constexpr float angles[] = {0, 0, 0.5F * pi, -0.5F * pi, 0.25F * pi, pi};
  const int which = below(rng, 7);
  return which < 6 ? angles[which] : static_cast<float>(uniform(rng, -3, 3));
}

/// The distance of a point outside of a box moved by `by`.
double outside(const Box2& box, const Vec2d& by, const Vec2d& point) {
  const double c = std::cos(double{box.angle}), s = std::sin(double{box.angle});
  const double x = point.x - by.x - box.center.x, y = point.y - by.y - box.center.y;
  return std::max({std::abs(c * x + s * y) - box.half_extents.x, std::abs(c * y - s * x) - box.half_extents.y, 0.0});
}

struct ClosedCounts {
  int hits = 0, misses = 0, unproven = 0, overlaps = 0;
};

/// The interval contains the truth; if they hit, the normal is against the motion and the point on both shapes.
ClosedCounts judge_boxes(const PlaneCastList& list, const std::string& what, double room = 0x1p-36) {
  const std::vector<Met2> met = list.answers();
  ClosedCounts counts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Vec2& m = list.motions[i];
    const Interval& f = met[i].fractions;
    SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(f, list.shapes[i], m);
    if (testing::Test::HasFatalFailure()) return counts;
    (result_of(f) == CastResult::hits ? counts.hits : f.lower > 1 ? counts.misses : counts.unproven) += 1;
    counts.overlaps += f == Interval{0, 0};
    if (result_of(f) != CastResult::hits) continue;
    const Vec2d& n = met[i].normal;
    const auto &a = std::get<Box2>(list.shapes[i].first), &b = std::get<Box2>(list.shapes[i].second);
    const double lengths = oracle::largest_coordinate(a) + oracle::largest_coordinate(b) + std::abs(f.lower * m.x) +
                           std::abs(f.lower * m.y);
    EXPECT_NEAR(length(n), 1, 1e-12);
    EXPECT_LE(outside(b, {0, 0}, met[i].point), room * lengths);
    if (f.lower == 0) continue;
    EXPECT_LE(n.x * m.x + n.y * m.y, 0);
    EXPECT_LE(outside(a, {f.lower * m.x, f.lower * m.y}, met[i].point), room * lengths);
  }
  return counts;
}

/// All numbers are small multiples of a half: they touch at the start, slide along each other, are flat, stand still or
/// coincide.
PlaneCastList boxes_on_a_grid(Rng& rng, int count) {
  PlaneCastList list;
  for (int i = 0; i < count; ++i) {
    const float angle = some_angle(rng), other = below(rng, 2) == 0 ? angle : some_angle(rng);
    const auto box = [&](float turn) {
      const Vec2 center{halves(rng, -6, 6), halves(rng, -6, 6)};
      return Box2{center, turn, {halves(rng, 0, 3), halves(rng, 0, 3)}};
    };
    const Box2 a = box(angle), b = box(other);
    const Vec2 motion{halves(rng, -12, 12), halves(rng, -12, 12)};
    const int kind = below(rng, 8);
    list.append({a, b}, kind == 0 ? Vec2{} : kind == 1 ? Vec2{motion.x, 0} : kind == 2 ? Vec2{0, motion.y} : motion);
  }
  return list;
}

TEST(PlaneBoxCasts, OnAGrid) {
  Rng rng(201);
  const ClosedCounts counts = judge_boxes(boxes_on_a_grid(rng, times(3000)), "seed 201");
  EXPECT_GT(counts.hits, 600);
  EXPECT_GT(counts.misses, 600);
  EXPECT_GT(counts.overlaps, 100);
}

/// Sizes, places and motions of unrelated scales, up to the largest coordinate.
TEST(PlaneBoxCasts, OfEverySize) {
  Rng rng(202);
  PlaneCastList list;
  for (int i = 0; i < times(2000); ++i) {
    const double most = below(rng, 4) == 0 ? 17.9 : 6;
    const auto box = [&] {
      const Vec2 center{sized(rng, -6, most), sized(rng, -6, most)};
      return Box2{center, some_angle(rng), {std::abs(sized(rng, -9, most)), std::abs(sized(rng, -9, most))}};
    };
    const Box2 a = box(), b = box();
    const Vec2 by{1.5F * (b.center.x - a.center.x), 1.5F * (b.center.y - a.center.y)};
    list.append({a, b}, below(rng, 4) == 0 ? Vec2{sized(rng, 20, 37), sized(rng, 20, 37)} : by);
  }
  const ClosedCounts counts = judge_boxes(list, "seed 202");
  EXPECT_GT(counts.hits, 400);
}

/// Denormal numbers.
TEST(PlaneBoxCasts, OfNextToNothing) {
  Rng rng(203);
  PlaneCastList list;
  for (int i = 0; i < times(1000); ++i) {
    const auto tiny = [&] { return sized(rng, -45, -37); };
    const auto box = [&] { return Box2{{tiny(), tiny()}, some_angle(rng), {std::abs(tiny()), std::abs(tiny())}}; };
    const bool is_tiny = below(rng, 2) == 0;
    const Box2 a = box(), b = is_tiny ? box() : Box2{{tiny(), 2}, 0, {1, 1}};
    list.append({a, b}, {tiny(), is_tiny ? tiny() : halves(rng, -4, 4)});
  }
  judge_boxes(list, "seed 203");
}

/// Along a face, nearer to it or farther from it than rounding resolves, and hardly turned against it.
TEST(PlaneBoxCasts, Grazes) {
  Rng rng(204);
  PlaneCastList list;
  for (int i = 0; i < times(1500); ++i) {
    const float angle = some_angle(rng), reach = static_cast<float>(std::pow(2, uniform(rng, 1, 20)));
    const auto tilt = static_cast<float>(below(rng, 3) == 0 ? 0 : sized(rng, -8, -2));
    const double c = std::cos(double{angle}), s = std::sin(double{angle}), apart = 2 + sized(rng, -16, -1);
    const auto turned = [&](double x, double y) {
      return Vec2{static_cast<float>(c * x - s * y), static_cast<float>(s * x + c * y)};
    };
    const Box2 a{turned(-reach, apart), angle + tilt, {1, 1}}, b{{0, 0}, angle, {3, 1}};
    list.append({a, b}, turned(2 * reach, below(rng, 2) == 0 ? 0 : sized(rng, -9, -2)));
  }
  judge_boxes(list, "seed 204");
}

/// As near to each other at the start as rounding in double resolves, or as deep: an edge of one lies on the other's.
TEST(PlaneBoxCasts, FromContact) {
  Rng rng(210);
  PlaneCastList list;
  for (int i = 0; i < times(1500); ++i) {
    const auto angle = static_cast<float>(uniform(rng, 0.3, 1.2));
    const double c = std::cos(double{angle}), s = std::sin(double{angle});
    // Along their common axis (-s, c) they are 2 apart, as far as the float y allows, and the rest is in x.
    const auto y = static_cast<float>(2 / c), x = static_cast<float>((y * c - 2) / s);
    const auto thin = below(rng, 2) == 0 ? 0 : std::abs(sized(rng, -18, -14));
    const Box2 a{{x, y}, angle, {1, 2}}, b{{0, 0}, angle, {1, thin}};
    const Vec2 motion{halves(rng, -4, 4), halves(rng, -4, 4)};
    list.append({a, b}, motion);
    list.append({b, a}, motion);
  }
  const ClosedCounts counts = judge_boxes(list, "seed 210");
  EXPECT_GT(counts.unproven, 0);
}

/// Beyond rounding the answer is known.
TEST(PlaneBoxCasts, NothingIsLeftOpen) {
  Rng rng(205);
  for (const double gap : {1e-2, 1e-5, -1e-2, -1e-5}) {
    PlaneCastList list;
    for (int i = 0; i < times(200); ++i) {
      const auto away = static_cast<float>(2 + gap), y = static_cast<float>(uniform(rng, -1, 1));
      list.append({Box2{{-4, away}, 0, {1, 1}}, Box2{{y, 0}, 0, {1, 1}}}, {8 + y, 0});
      list.append({Box2{{-4, y}, 0.25F, {1, 1}}, Box2{{4, 0}, -1, {2, 1}}}, {8, y});
    }
    EXPECT_EQ(judge_boxes(list, "seed 205").unproven, 0) << gap;
  }
}

/// The search, which takes boxes as polygons too, contradicts nothing, and if one face is hit it is the same one.
TEST(PlaneBoxCasts, AsTheSearchDoes) {
  Rng rng(206);
  PlaneCastList list, searched;
  const auto polygon = [](const Box2& box) {
    const auto [x, y] = box.half_extents;
    return oracle::PolygonShape2{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, box.center, box.angle};
  };
  for (int i = 0; i < times(4000); ++i) {
    const auto [far, motion] = approaching(rng, random_pair(rng, Kind2::box, Kind2::box));
    list.append(far, motion);
    searched.append({polygon(std::get<Box2>(far.first)), polygon(std::get<Box2>(far.second))}, motion);
  }
  const std::vector<Met2> met = list.answers(), expected = searched.answers();
  int same_normals = 0, hits = 0, narrower = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed 206: " + text(met[i]) + "\nexpected\n" + text(expected[i]) + "\n" + list.line(i));
    const Interval &f = met[i].fractions, &g = expected[i].fractions;
    ASSERT_LE(f.lower, g.upper);
    ASSERT_GE(f.upper, g.lower);
    ASSERT_FALSE(result_of(f) == CastResult::unproven && result_of(g) != CastResult::unproven);
    if (result_of(f) != CastResult::hits || result_of(g) != CastResult::hits) continue;
    ++hits, narrower += f.upper - f.lower <= g.upper - g.lower;
    same_normals += length(met[i].normal - expected[i].normal) < 1e-6;
  }
  EXPECT_GT(hits, times(1500));
  EXPECT_GT(narrower, hits * 9 / 10);
  EXPECT_GT(same_normals, hits * 49 / 50);  // a corner that meets a corner has many
}

/// To the signs of zeros, which are frequent here.
TEST(PlaneBoxCasts, InEitherOrder) {
  Rng rng(207);
  const PlaneCastList list = boxes_on_a_grid(rng, 6000);
  std::vector<Pair> swapped;
  std::vector<Vec2> back;
  for (const Pair& pair : list.pairs) swapped.push_back({pair.b, pair.a});
  for (const Vec2& m : list.motions) back.push_back({-m.x, -m.y});
  const std::vector<Met2> there = list.answers(), met = meet(list.second, list.first, swapped, back);
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (is_same(list.shapes[i].first, list.shapes[i].second)) continue;
    ASSERT_TRUE(same_bits(Met2{met[i].fractions, there[i].point, {-met[i].normal.x, -met[i].normal.y}}, there[i]))
        << text(met[i]) << "\nexpected\n"
        << text(there[i]) << "\n"
        << list.line(i);
  }
}

class PlaneClosedCastsOnEveryIsa : public EveryIsa {};

/// The same bits, whatever other outputs are requested.
TEST_P(PlaneClosedCastsOnEveryIsa, OnAGrid) {
  Rng rng(208);
  const PlaneCastList list = boxes_on_a_grid(rng, 1500);
  CastOptions options;
  options.isa = Isa::scalar;
  const std::vector<Met2> expected = list.answers(options);
  options.isa = GetParam();
  const std::vector<Met2> met = list.answers(options);
  std::vector<Interval> alone(met.size()), fractions(met.size());
  std::vector<Vec2d> normals(met.size());
  cast(list.first, list.second, list.pairs, list.motions, {alone}, options);
  cast(list.first, list.second, list.pairs, list.motions, {fractions, {}, normals}, options);
  for (std::size_t i = 0; i < met.size(); ++i) {
    ASSERT_TRUE(same_bits(met[i], expected[i])) << text(met[i]) << "\nexpected\n" << text(expected[i]) << list.line(i);
    ASSERT_TRUE(same_bits(Met2{alone[i], met[i].point, normals[i]}, met[i])) << list.line(i);
    ASSERT_EQ(fractions[i], met[i].fractions) << list.line(i);
  }
}

/// Negative half extents are invalid, and so are NaN and infinity.
TEST_P(PlaneClosedCastsOnEveryIsa, OfNoShapes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Box2 box{{5, 0}, 0, {1, 1}};
  CastOptions options;
  options.isa = GetParam(), options.check = Check::none;
  const auto fractions = [&](const Box2& a, const Box2& b, const Vec2& motion) {
    ShapeSet2 first, second;
    first.add(a, Check::none), second.add(b, Check::none);
    return meet<Vec2>(first, second, {{0, 0}}, {motion}, options)[0].fractions;
  };
  for (const Box2& bad : {Box2{{0, 0}, 0, {-2, 1}}, {{0, 0}, 0, {2, -1}}, {{nan, 0}, 0, {1, 1}}, {{0, 0}, nan, {1, 1}}})
    for (const Vec2& motion : {Vec2{8, 0}, {-8, 0}}) {
      EXPECT_EQ(fractions(bad, box, motion), (Interval{0, infinity}));
      EXPECT_EQ(fractions(box, bad, motion), (Interval{0, infinity}));
    }
  EXPECT_EQ(fractions(Box2{{0, 0}, 0, {1, 1}}, box, {nan, 0}), (Interval{0, infinity}));
}

INSTANTIATE_TEST_SUITE_P(, PlaneClosedCastsOnEveryIsa, isas(), isa_name);

/// As for boxes: the larger coordinate is nearly the radius, and the other one has the rest.
TEST(PlaneCircleCasts, FromContact) {
  Rng rng(211);
  PlaneCastList list;
  for (int i = 0; i < times(2000); ++i) {
    const auto radius = static_cast<float>(uniform(rng, 1, 2)), x = radius * (1 - 0x1p-23F);
    const double rest = std::sqrt(double{radius} * radius - double{x} * x);
    const auto y = static_cast<float>(rest * (1 + uniform(rng, -1, 1) * 1e-7));
    const Vec2 motion{halves(rng, -4, 4), halves(rng, -4, 4)};
    list.append({Circle2{{x, y}, 0}, Circle2{{0, 0}, radius}}, motion);
    list.append({Circle2{{0, 0}, 0.5F * radius}, Circle2{{-y, x}, 0.5F * radius}}, motion);
  }
  const std::vector<Met2> met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed 211: " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Circles that overlap from the start, far away and near, of every size.
TEST(PlaneCircleCasts, OfEverySize) {
  Rng rng(209);
  PlaneCastList list;
  for (int i = 0; i < times(2000); ++i) {
    const double most = below(rng, 4) == 0 ? 17.9 : 3;
    const Vec2 from{sized(rng, -6, most), sized(rng, -6, most)}, to{sized(rng, -6, most), sized(rng, -6, most)};
    const Vec2 by{1.5F * (to.x - from.x), 1.5F * (to.y - from.y)};
    const auto radius = [&] { return below(rng, 8) == 0 ? 0 : std::abs(sized(rng, -9, most)); };
    list.append({Circle2{from, radius()}, Circle2{to, radius()}},
                below(rng, 4) == 0 ? Vec2{sized(rng, 20, 37), sized(rng, 20, 37)} : by);
  }
  const std::vector<Met2> met = list.answers();
  int overlaps = 0, hits = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE("seed 209: " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
    if (result_of(met[i].fractions) != CastResult::hits) continue;
    ++hits, overlaps += met[i].fractions == Interval{0, 0};
    EXPECT_NEAR(length(met[i].normal), 1, 1e-12);
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(overlaps, 50);
}

}  // namespace
}  // namespace lockstep::test
