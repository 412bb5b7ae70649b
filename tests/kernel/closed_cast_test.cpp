// Spheres that move towards spheres and capsules, capsules towards spheres, and aligned boxes towards each other, by
// closed forms: against the exact oracle where they touch, overlap, graze or stand still, at any distance and of any
// size; then boxes and circles of the plane, also against the search, which takes the same boxes as polygons.
// LOCKSTEP_LONG_TESTS=1 tests a hundred times as many.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "cast_expectations.hpp"
#include "every_isa.hpp"
#include "exact_pairs.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// Of any sign, and of any size between two powers of ten.
float any_size(Rng& rng, double least, double most) {
  return static_cast<float>((below(rng, 2) == 0 ? 1 : -1) * uniform(rng, 0.5, 1) *
                            std::pow(10, uniform(rng, least, most)));
}

float halves(Rng& rng, int least, int most) { return 0.5F * static_cast<float>(least + below(rng, most - least + 1)); }

/// The moving kind and the resting one.
constexpr std::pair<Kind, Kind> round_pairs[] = {{Kind::sphere, Kind::sphere},  {Kind::point, Kind::sphere},
                                                 {Kind::sphere, Kind::point},   {Kind::point, Kind::point},
                                                 {Kind::sphere, Kind::capsule}, {Kind::capsule, Kind::sphere},
                                                 {Kind::point, Kind::capsule},  {Kind::capsule, Kind::point}};

AnyShape round_shape(Kind kind, const Vec3& at, const Vec3& edge, float radius) {
  if (kind == Kind::point) return Point{at};
  if (kind == Kind::sphere) return Sphere{at, radius};
  return Capsule{at, {at.x + edge.x, at.y + edge.y, at.z + edge.z}, radius};
}

Vec3d center_of(const AnyShape& shape) {
  const auto of = [](const Vec3& p) { return Vec3d{p.x, p.y, p.z}; };
  if (const auto* point = std::get_if<Point>(&shape)) return of(point->position);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return of(sphere->center);
  return of(std::get<Capsule>(shape).p0);
}

/// The distance from the core of a shape, moved by `by`, to a point.
double from_core(const AnyShape& shape, const Vec3d& by, const Vec3d& point) {
  const Vec3d to = point - (center_of(shape) - -by);
  if (kind_of(shape) != Kind::capsule) return length(to);
  const auto& capsule = std::get<Capsule>(shape);
  const Vec3d edge{double{capsule.p1.x} - capsule.p0.x, double{capsule.p1.y} - capsule.p0.y,
                   double{capsule.p1.z} - capsule.p0.z};
  const double along = to.x * edge.x + to.y * edge.y + to.z * edge.z, square = length(edge) * length(edge);
  return length(to - edge * (square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0.0));
}

/// The interval contains the truth, and at its lower end the point is on both shapes.
Counts judge_round(const CastList& list, const std::string& what, double room = 0x1p-24) {
  const std::vector<Met> met = list.answers();
  Counts counts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const auto& [a, b] = list.shapes[i];
    const Vec3& m = list.motions[i];
    const Interval& f = met[i].fractions;
    SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(f, list.shapes[i], m);
    if (testing::Test::HasFatalFailure()) return counts;
    counts.add(f);
    if (result_of(f) != CastResult::hits || f.lower == 0) continue;
    const Vec3d &n = met[i].normal, by{f.lower * m.x, f.lower * m.y, f.lower * m.z};
    EXPECT_NEAR(length(n), 1, 1e-12);
    EXPECT_LE(n.x * m.x + n.y * m.y + n.z * m.z, 0);
    // The place may come from an earlier step of the search than the interval.
    const double path = length({m.x, m.y, m.z}), apart = length(center_of(a) - center_of(b));
    if ((f.upper - f.lower) * path > 0x1p-36 * apart) continue;
    const double size = std::max(oracle::largest_coordinate(a), oracle::largest_coordinate(b));
    EXPECT_NEAR(from_core(b, {0, 0, 0}, met[i].point), oracle::radius_of(b), room * size);
    EXPECT_NEAR(from_core(a, by, met[i].point), oracle::radius_of(a), room * size);
  }
  return counts;
}

/// All numbers are small multiples of a half: shapes touch or overlap at the start, graze, share centres, and stand
/// still, exactly.
CastList casts_on_a_grid(Rng& rng, int of_each) {
  CastList list;
  const auto half = [&](int least, int most) { return halves(rng, least, most); };
  const auto place = [&](int most) { return Vec3{half(-most, most), half(-most, most), half(-most, most)}; };
  for (const auto& [kind_a, kind_b] : round_pairs)
    for (int i = 0; i < of_each; ++i) {
      const Vec3 start = place(4), motion = below(rng, 8) == 0 ? Vec3{} : place(12);
      const AnyShape a = round_shape(kind_a, start, place(2), half(0, 2));
      list.append({a, round_shape(kind_b, place(2), place(2), half(0, 2))}, motion);
    }
  return list;
}

TEST(BallCasts, OnAGrid) {
  Rng rng(91);
  const Counts counts = judge_round(casts_on_a_grid(rng, count_of(400)), "seed 91");
  EXPECT_GT(counts.hits, 100);
  EXPECT_GT(counts.misses, 300);
}

/// Boxes with such numbers: they touch at faces, edges and corners, and many are flat.
CastList boxes_on_a_grid(Rng& rng, int count) {
  CastList list;
  const auto half = [&](int least, int most) { return halves(rng, least, most); };
  const auto box = [&] {
    const Vec3 low{half(-4, 4), half(-4, 4), half(-4, 4)};
    return Aabb{low, {low.x + half(0, 3), low.y + half(0, 3), low.z + half(0, 3)}};
  };
  for (int i = 0; i < count; ++i) list.append({box(), box()}, {half(-12, 12), half(-12, 12), half(-12, 12)});
  return list;
}

/// The distance of `point` outside of a box moved by `by`.
double outside(const Aabb& box, const Vec3d& by, const Vec3d& point) {
  const Vec3d at = point - by;
  const auto beyond = [](double x, double low, double high) { return std::max({low - x, x - high, 0.0}); };
  return std::max(
      {beyond(at.x, box.min.x, box.max.x), beyond(at.y, box.min.y, box.max.y), beyond(at.z, box.min.z, box.max.z)});
}

/// As judge_round.
Counts judge_boxes(const CastList& list, const std::string& what, double room) {
  const std::vector<Met> met = list.answers();
  Counts counts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Vec3& m = list.motions[i];
    const Interval& f = met[i].fractions;
    SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(f, list.shapes[i], m);
    if (testing::Test::HasFatalFailure()) return counts;
    counts.add(f);
    if (result_of(f) != CastResult::hits || f.lower == 0) continue;
    const Vec3d& n = met[i].normal;
    EXPECT_EQ(std::abs(n.x) + std::abs(n.y) + std::abs(n.z), 1);
    EXPECT_LT(n.x * m.x + n.y * m.y + n.z * m.z, 0);
    EXPECT_EQ(outside(std::get<Aabb>(list.shapes[i].second), {0, 0, 0}, met[i].point), 0);
    EXPECT_LE(
        outside(std::get<Aabb>(list.shapes[i].first), {f.lower * m.x, f.lower * m.y, f.lower * m.z}, met[i].point),
        room);
  }
  return counts;
}

TEST(AabbCasts, OnAGrid) {
  Rng rng(98);
  const Counts counts = judge_boxes(boxes_on_a_grid(rng, count_of(3000)), "seed 98", 0x1p-40);
  EXPECT_GT(counts.hits, 100);
  EXPECT_GT(counts.misses, 300);
}

/// Boxes that overlap at the start get the same answer as at rest.
TEST(AabbCasts, OverlapsAreThoseAtRest) {
  Rng rng(102);
  const CastList list = boxes_on_a_grid(rng, 12000);
  const std::vector<Met> met = list.answers();
  std::vector<Interval> distances(met.size());
  std::vector<WitnessPoints> points(met.size());
  std::vector<Vec3d> normals(met.size());
  distance(list.first, list.second, list.pairs, {distances, points, normals});
  int overlaps = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (distances[i].upper >= 0) continue;
    ++overlaps;
    ASSERT_EQ(met[i].fractions, (Interval{0, 0})) << list.line(i);
    const auto &a = std::get<Aabb>(list.shapes[i].first), &b = std::get<Aabb>(list.shapes[i].second);
    if (a.min.x + a.max.x == b.min.x + b.max.x && a.min.y + a.max.y == b.min.y + b.max.y &&
        a.min.z + a.max.z == b.min.z + b.max.z)
      continue;  // with a common middle there are several ways out
    ASSERT_TRUE(same_bits(met[i], Met{met[i].fractions, points[i].b, normals[i]})) << text(met[i]) << list.line(i);
  }
  EXPECT_GT(overlaps, 50);
}

/// Sizes, places and motions of unrelated scales.
TEST(AabbCasts, OfEverySize) {
  Rng rng(99);
  CastList list;
  const auto sized = [&](double least, double most) { return any_size(rng, least, most); };
  const auto box = [&] {
    const Vec3 low{sized(-6, 6), sized(-6, 6), sized(-6, 6)};
    const auto up = [&](float x) { return x + std::abs(sized(-9, 6)); };
    return Aabb{low, {up(low.x), up(low.y), up(low.z)}};
  };
  for (int i = 0; i < count_of(3000); ++i) {
    const Aabb a = box(), b = box();
    const bool is_far = below(rng, 4) == 0;
    const Vec3 by{b.min.x - a.min.x, b.min.y - a.max.y, b.max.z - a.min.z};
    list.append({a, b}, is_far ? Vec3{sized(20, 37), sized(20, 37), sized(20, 37)} : by);
  }
  const Counts counts = judge_boxes(list, "seed 99", 1e6 * 0x1p-32);
  EXPECT_GT(counts.hits, 100);
}

/// Two shapes with equal numbers that have one normal in either order.
bool has_no_order(const ShapePair&, const Vec3& motion) { return motion == Vec3{}; }
bool has_no_order(const ShapePair2& pair, const Vec2&) { return is_same(pair.first, pair.second); }

/// To the signs of zeros, which are frequent here.
template <class List, class Answers>
void expect_mirrored(const List& list, const Answers& met) {
  const auto there = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (has_no_order(list.shapes[i], list.motions[i])) continue;
    auto mirrored = met[i];
    mirrored.point = there[i].point, mirrored.normal = -met[i].normal;
    ASSERT_TRUE(same_bits(mirrored, there[i])) << text(met[i]) << "\nexpected\n"
                                               << text(there[i]) << "\n"
                                               << list.line(i);
  }
}

template <class List>
void expect_the_same_in_either_order(const List& list) {
  expect_mirrored(list, list.reversed_answers());
}

TEST(BallCasts, InEitherOrder) {
  Rng rng(97);
  expect_the_same_in_either_order(casts_on_a_grid(rng, 2000));
}

/// In line with the other ball and beside it. The zeros of both motions are positive.
TEST(BallCasts, AlongAnAxisInEitherOrder) {
  CastList list, back;
  const float beside[] = {-0.5F, 0, 0.25F};
  for (const Vec3& m : {Vec3{8, 0, 0}, Vec3{-8, 0, 0}, Vec3{0, 8, 0}, Vec3{0, -8, 0}, Vec3{0, 0, 8}, Vec3{0, 0, -8}})
    for (const float x : beside)
      for (const float y : beside)
        for (const float z : beside) {
          const Sphere a{{x - m.x / 2, y - m.y / 2, z - m.z / 2}, 0.5F}, b{{0, 0, 0}, 1};
          list.append({a, b}, m), back.append({b, a}, {0 - m.x, 0 - m.y, 0 - m.z});
        }
  expect_mirrored(list, back.answers());
}

TEST(AabbCasts, InEitherOrder) {
  Rng rng(100);
  expect_the_same_in_either_order(boxes_on_a_grid(rng, 5000));
}

/// Only the motion decides which of two boxes with equal numbers comes first.
TEST(AabbCasts, OfABoxAndItselfInEitherOrder) {
  CastList list;
  for (const float size : {0.25F, 1.0F, 3.0F})
    for (const Vec3& m : {Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 2}, Vec3{1, -1, 1}, Vec3{-1e-3F, 1, 0}}) {
      const Aabb box{{1, 2, 3}, {1 + size, 3, 3 + 2 * size}};
      list.append({box, box}, m);
    }
  expect_the_same_in_either_order(list);
}

/// As close to a graze as a gap of that share of the size: beyond rounding the answer is known.
TEST(BallCasts, Grazes) {
  constexpr std::uint64_t seed = 92;
  Rng rng(seed);
  for (const double gap : {1e-2, 1e-5, -1e-2, -1e-5}) {
    CastList list;
    for (int i = 0; i < count_of(200); ++i) {
      const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
      const Vec3 m{8 * along(), 8 * along(), 8 * along()};
      const double sine = std::hypot(double{m.x}, m.y), apart = 2 * (1 + gap);
      const Vec3 aside{static_cast<float>(m.y / sine * apart), static_cast<float>(-m.x / sine * apart), 0};
      if (sine < 2) continue;
      list.append({Sphere{{-m.x / 2, -m.y / 2, -m.z / 2}, 1.25F}, Sphere{aside, 0.75F}}, m);
      list.append({Sphere{{-m.x / 2, -m.y / 2, -m.z / 2}, 1.25F}, Capsule{aside, aside, 0.75F}}, m);
    }
    const Counts counts = judge_round(list, "seed 92", 0x1p-18);
    EXPECT_EQ(counts.unproven, 0) << gap;
    EXPECT_EQ(gap > 0 ? counts.hits : counts.misses, 0) << gap;
  }
}

/// By a distance that rounding in double hides, or nearly.
TEST(BallCasts, GrazesWithinRounding) {
  constexpr std::uint64_t seed = 93;
  Rng rng(seed);
  CastList list;
  for (int i = 0; i < count_of(400); ++i) {
    const auto [kind_a, kind_b] = round_pairs[below(rng, 8)];
    const double sum = (kind_a == Kind::point ? 0 : 1) + (kind_b == Kind::point ? 0 : 1);
    const float reach = static_cast<float>(std::pow(2, uniform(rng, 1, 20)));
    const auto y = static_cast<float>(sum + uniform(rng, -1, 1) * std::pow(10, uniform(rng, -8, -6)));
    // Parallel to an edge, so that the ray grazes the side of the capsule.
    list.append({round_shape(kind_a, {-reach, y, 0}, {1, 0, 0}, 1), round_shape(kind_b, {0, 0, 0}, {1, 0, 0}, 1)},
                {2 * reach, static_cast<float>(uniform(rng, -1, 1) * 1e-7), static_cast<float>(below(rng, 2))});
  }
  judge_round(list, "seed 93", 0x1p-10);
}

/// Radii, places and motions of unrelated scales: most digits are lost in sums.
TEST(BallCasts, OfEverySize) {
  constexpr std::uint64_t seed = 94;
  Rng rng(seed);
  CastList list;
  for (int i = 0; i < count_of(2000); ++i) {
    const auto [kind_a, kind_b] = round_pairs[below(rng, 8)];
    const auto sized = [&](double least, double most) { return any_size(rng, least, most); };
    const auto vec = [&](double least, double most) {
      return Vec3{sized(least, most), sized(least, most), sized(least, most)};
    };
    const Vec3 start = vec(-6, 6), end = vec(-6, 6), edge = vec(-6, 4);
    const Vec3 motion = below(rng, 4) == 0 ? vec(20, 37) : Vec3{end.x - start.x, end.y - start.y, end.z - start.z};
    list.append({round_shape(kind_a, start, edge, std::abs(sized(-20, 5))),
                 round_shape(kind_b, end, edge, std::abs(sized(-20, 5)))},
                motion);
  }
  const Counts counts = judge_round(list, "seed 94");
  EXPECT_GT(counts.hits, 100);
}

/// Far from the origin centres are equal to a few units of float, and their differences are exact.
TEST(BallCasts, FarFromTheOrigin) {
  constexpr std::uint64_t seed = 95;
  Rng rng(seed);
  CastList list;
  for (const auto& [kind_a, kind_b] : round_pairs) {
    for (int i = 0; i < count_of(200); ++i) {
      const auto far = [&](double x) { return static_cast<float>(x + uniform(rng, -4, 4)); };
      const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
      const Vec3 start{far(4e6), far(-7e6), far(9e6)}, end{far(4e6), far(-7e6), far(9e6)}, edge{far(0), far(0), far(0)};
      list.append(
          {round_shape(kind_a, start, edge, std::abs(along())), round_shape(kind_b, end, edge, std::abs(along()))},
          {1.5F * (end.x - start.x) + along(), 1.5F * (end.y - start.y), 1.5F * (end.z - start.z)});
    }
  }
  judge_round(list, "seed 95", 0x1p-40);
}

/// Without a check, on one instruction set.
template <class AnyShape, class Motion>
Interval fractions_of(const AnyShape& a, const AnyShape& b, const Motion& motion, Isa isa) {
  using S = std::conditional_t<std::is_same_v<AnyShape, AnyShape2>, Plane, Space>;
  typename S::Set first, second;
  add_to(first, a, Check::none), add_to(second, b, Check::none);
  return meet(first, second, {{0, 0}}, {motion}, {.check = Check::none, .isa = isa})[0].fractions;
}

/// The same bits as those of scalar lanes, whatever other outputs are requested.
template <class List>
void expect_bits_of_scalar_lanes(const List& list, Isa isa) {
  const CastOptions options{.isa = isa};
  const auto met = list.answers(options);
  expect_same(met, list.answers({.isa = Isa::scalar}), list, "scalar lanes");
  std::vector<Interval> alone(met.size()), fractions(met.size());
  std::vector<decltype(met[0].normal)> normals(met.size());
  cast(list.first, list.second, list.pairs, list.motions, {alone}, options);
  cast(list.first, list.second, list.pairs, list.motions, {fractions, {}, normals}, options);
  for (std::size_t i = 0; i < met.size(); ++i) {
    ASSERT_EQ(alone[i], met[i].fractions) << list.line(i);
    ASSERT_EQ(fractions[i], met[i].fractions) << list.line(i);
    ASSERT_TRUE(same_bits(normals[i], met[i].normal)) << list.line(i);
  }
}

class ClosedCastsOnEveryIsa : public EveryIsa {
 protected:
  static Interval fractions(const AnyShape& a, const AnyShape& b, const Vec3& motion) {
    return fractions_of(a, b, motion, GetParam());
  }
};

/// A negative radius is invalid, even if the sum of both is positive.
TEST_P(ClosedCastsOnEveryIsa, OfNoShapes) {
  const Interval unknown{0, std::numeric_limits<double>::infinity()};
  const Sphere inverse{{0, 0, 0}, -1}, ball{{5, 0, 0}, 2};
  const Capsule rod{{5, 0, 0}, {5, 1, 0}, 2}, inverse_rod{{0, 0, 0}, {0, 1, 0}, -1};
  const Aabb inverse_box{{0, 1, 0}, {1, 0, 1}}, box{{5, 0, 0}, {6, 9, 9}};
  for (const Vec3& motion : {Vec3{8, 0, 0}, {-8, 0, 0}}) {
    EXPECT_EQ(fractions(inverse, ball, motion), unknown);
    EXPECT_EQ(fractions(ball, inverse, motion), unknown);
    EXPECT_EQ(fractions(inverse, rod, motion), unknown);
    EXPECT_EQ(fractions(ball, inverse_rod, motion), unknown);
    EXPECT_EQ(fractions(inverse_rod, ball, motion), unknown);
    EXPECT_EQ(fractions(inverse_box, box, motion), unknown);
    EXPECT_EQ(fractions(box, inverse_box, motion), unknown);
  }
}

/// Beside pairs that need a search, in an order unrelated to kinds, and more than a tile.
TEST_P(ClosedCastsOnEveryIsa, BesideOtherKinds) {
  Rng rng(96);
  CastList list;
  const Kind kinds[] = {Kind::sphere, Kind::point, Kind::capsule, Kind::aabb, Kind::hull};
  for (int i = 0; i < 700; ++i) {
    const auto [far, motion] = approaching(rng, oracle::random_pair(rng, kinds[below(rng, 5)], kinds[below(rng, 5)]));
    list.append(far, motion);
  }
  const CastOptions options{.isa = GetParam()};
  const std::vector<Met> together = list.answers(options);
  for (std::size_t i = 0; i < together.size(); ++i) {
    const std::vector<Met> alone = meet(list.first, list.second, {list.pairs[i]}, {list.motions[i]}, options);
    ASSERT_TRUE(same_bits(alone[0], together[i])) << text(together[i]) << "\n" << list.line(i);
  }
  // The other requested outputs do not matter either.
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<Vec3d> normals(list.pairs.size());
  cast(list.first, list.second, list.pairs, list.motions, {fractions, {}, normals}, options);
  for (std::size_t i = 0; i < together.size(); ++i)
    ASSERT_TRUE(same_bits(Met{fractions[i], together[i].point, normals[i]}, together[i])) << list.line(i);
}

TEST_P(ClosedCastsOnEveryIsa, OnAGrid) {
  Rng rng(101);
  for (const CastList& list : {boxes_on_a_grid(rng, 1500), casts_on_a_grid(rng, 200)})
    expect_bits_of_scalar_lanes(list, GetParam());
}

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

/// The interval contains the truth; if they hit, the normal is against the motion and the point on both shapes.
Counts judge_boxes(const PlaneCastList& list, const std::string& what, double room = 0x1p-36) {
  const std::vector<Met2> met = list.answers();
  Counts counts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Vec2& m = list.motions[i];
    const Interval& f = met[i].fractions;
    SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(f, list.shapes[i], m);
    if (testing::Test::HasFatalFailure()) return counts;
    counts.add(f);
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
PlaneCastList plane_boxes_on_a_grid(Rng& rng, int count) {
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
  const Counts counts = judge_boxes(plane_boxes_on_a_grid(rng, count_of(3000)), "seed 201");
  EXPECT_GT(counts.hits, 600);
  EXPECT_GT(counts.misses, 600);
  EXPECT_GT(counts.from_start, 100);
}

/// Sizes, places and motions of unrelated scales, up to the largest coordinate.
TEST(PlaneBoxCasts, OfEverySize) {
  Rng rng(202);
  PlaneCastList list;
  for (int i = 0; i < count_of(2000); ++i) {
    const double most = below(rng, 4) == 0 ? 17.9 : 6;
    const auto box = [&] {
      const Vec2 center{any_size(rng, -6, most), any_size(rng, -6, most)};
      return Box2{center, some_angle(rng), {std::abs(any_size(rng, -9, most)), std::abs(any_size(rng, -9, most))}};
    };
    const Box2 a = box(), b = box();
    const Vec2 by{1.5F * (b.center.x - a.center.x), 1.5F * (b.center.y - a.center.y)};
    list.append({a, b}, below(rng, 4) == 0 ? Vec2{any_size(rng, 20, 37), any_size(rng, 20, 37)} : by);
  }
  const Counts counts = judge_boxes(list, "seed 202");
  EXPECT_GT(counts.hits, 400);
}

/// Denormal numbers.
TEST(PlaneBoxCasts, OfNextToNothing) {
  Rng rng(203);
  PlaneCastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const auto tiny = [&] { return any_size(rng, -45, -37); };
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
  for (int i = 0; i < count_of(1500); ++i) {
    const float angle = some_angle(rng), reach = static_cast<float>(std::pow(2, uniform(rng, 1, 20)));
    const auto tilt = static_cast<float>(below(rng, 3) == 0 ? 0 : any_size(rng, -8, -2));
    const double c = std::cos(double{angle}), s = std::sin(double{angle}), apart = 2 + any_size(rng, -16, -1);
    const auto turned = [&](double x, double y) {
      return Vec2{static_cast<float>(c * x - s * y), static_cast<float>(s * x + c * y)};
    };
    const Box2 a{turned(-reach, apart), angle + tilt, {1, 1}}, b{{0, 0}, angle, {3, 1}};
    list.append({a, b}, turned(2 * reach, below(rng, 2) == 0 ? 0 : any_size(rng, -9, -2)));
  }
  judge_boxes(list, "seed 204");
}

/// As near to each other at the start as rounding in double resolves, or as deep: an edge of one lies on the other's.
TEST(PlaneBoxCasts, FromContact) {
  Rng rng(210);
  PlaneCastList list;
  for (int i = 0; i < count_of(1500); ++i) {
    const auto angle = static_cast<float>(uniform(rng, 0.3, 1.2));
    const double c = std::cos(double{angle}), s = std::sin(double{angle});
    // Along their common axis (-s, c) they are 2 apart, as far as the float y allows, and the rest is in x.
    const auto y = static_cast<float>(2 / c), x = static_cast<float>((y * c - 2) / s);
    const auto thin = below(rng, 2) == 0 ? 0 : std::abs(any_size(rng, -18, -14));
    const Box2 a{{x, y}, angle, {1, 2}}, b{{0, 0}, angle, {1, thin}};
    const Vec2 motion{halves(rng, -4, 4), halves(rng, -4, 4)};
    list.append({a, b}, motion);
    list.append({b, a}, motion);
  }
  const Counts counts = judge_boxes(list, "seed 210");
  EXPECT_GT(counts.unproven, 0);
}

/// Beyond rounding the answer is known.
TEST(PlaneBoxCasts, NothingIsLeftOpen) {
  Rng rng(205);
  for (const double gap : {1e-2, 1e-5, -1e-2, -1e-5}) {
    PlaneCastList list;
    for (int i = 0; i < count_of(200); ++i) {
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
  for (int i = 0; i < count_of(4000); ++i) {
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
  EXPECT_GT(hits, count_of(1500));
  EXPECT_GT(narrower, hits * 9 / 10);
  EXPECT_GT(same_normals, hits * 49 / 50);  // a corner that meets a corner has many
}

TEST(PlaneBoxCasts, InEitherOrder) {
  Rng rng(207);
  expect_the_same_in_either_order(plane_boxes_on_a_grid(rng, 6000));
}

TEST_P(ClosedCastsOnEveryIsa, OnAGridInThePlane) {
  Rng rng(208);
  expect_bits_of_scalar_lanes(plane_boxes_on_a_grid(rng, 1500), GetParam());
}

/// Negative half extents are invalid, and so are NaN and infinity.
TEST_P(ClosedCastsOnEveryIsa, OfNoShapesInThePlane) {
  constexpr Interval unknown{0, std::numeric_limits<double>::infinity()};
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Box2 box{{5, 0}, 0, {1, 1}};
  const auto found = [](const AnyShape2& a, const AnyShape2& b, const Vec2& motion) {
    return fractions_of(a, b, motion, GetParam());
  };
  for (const Box2& bad : {Box2{{0, 0}, 0, {-2, 1}}, {{0, 0}, 0, {2, -1}}, {{nan, 0}, 0, {1, 1}}, {{0, 0}, nan, {1, 1}}})
    for (const Vec2& motion : {Vec2{8, 0}, {-8, 0}}) {
      EXPECT_EQ(found(bad, box, motion), unknown);
      EXPECT_EQ(found(box, bad, motion), unknown);
    }
  EXPECT_EQ(found(Box2{{0, 0}, 0, {1, 1}}, box, {nan, 0}), unknown);
}

INSTANTIATE_TEST_SUITE_P(, ClosedCastsOnEveryIsa, isas(), isa_name);

/// As for boxes: the larger coordinate is nearly the radius, and the other one has the rest.
TEST(PlaneCircleCasts, FromContact) {
  Rng rng(211);
  PlaneCastList list;
  for (int i = 0; i < count_of(2000); ++i) {
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
  for (int i = 0; i < count_of(2000); ++i) {
    const double most = below(rng, 4) == 0 ? 17.9 : 3;
    const Vec2 from{any_size(rng, -6, most), any_size(rng, -6, most)},
        to{any_size(rng, -6, most), any_size(rng, -6, most)};
    const Vec2 by{1.5F * (to.x - from.x), 1.5F * (to.y - from.y)};
    const auto radius = [&] { return below(rng, 8) == 0 ? 0 : std::abs(any_size(rng, -9, most)); };
    list.append({Circle2{from, radius()}, Circle2{to, radius()}},
                below(rng, 4) == 0 ? Vec2{any_size(rng, 20, 37), any_size(rng, 20, 37)} : by);
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
