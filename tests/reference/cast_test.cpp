// First contacts of the reference: closed forms for translations, samples in time for turns. No lower end may lie
// beyond the first contact, and no upper end before it.
#include <lockstep/reference/cast.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "queries.hpp"

namespace lockstep::reference_tests {
namespace {

using reference::cast_ray, reference::first_contact, reference::Motion, reference::Vector, reference::Vector2;

/// Approximately there, and short of it or beyond it.
Vector<double> towards(Rng& rng, const Vector<double>& way) {
  const Vector<double> aside = random_vector(rng, 1);
  return way * uniform(rng, 0.3, 2) + aside;
}

/// The first time at which a ball that moves from p by m comes within r of one at q; infinity if never. In more digits,
/// because a graze loses half of them.
double meets_ball(const Vector<double>& p, const Vector<double>& q, const Vector<double>& m, long double r) {
  using Wide = Vector<long double>;
  const Wide from = Wide{p.x, p.y, p.z} - Wide{q.x, q.y, q.z}, by{m.x, m.y, m.z};
  const long double a = dot(by, by), b = dot(from, by), c = dot(from, from) - r * r;
  if (c <= 0) return 0;
  const long double root = b * b - a * c;
  if (root < 0 || b >= 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(c / (-b + std::sqrt(root)));
}

TEST(ReferenceCast, HoldsTheFirstContactOfBalls) {
  constexpr std::uint64_t seed = 81;
  Rng rng(seed);
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vector<double> p = random_vector(rng, 4), q = random_vector(rng, 1), m = towards(rng, q - p);
    const double r = uniform(rng, 0, 1), s = i % 3 == 0 ? 0 : uniform(rng, 0, 1);
    const double truth = meets_ball(p, q, m, static_cast<long double>(r) + s);
    const auto cast = first_contact(reference::Sphere<double>{p, r}, reference::Sphere<double>{q, s}, m);
    const auto replay = [&] {
      return to_text(p) + " " + std::to_string(r) + ", " + to_text(q) + " " + std::to_string(s) + ", by " + to_text(m) +
             ", seed " + std::to_string(seed);
    };
    ASSERT_LE(cast.lower, truth + 1e-15) << replay();
    ASSERT_GE(cast.upper, truth - 1e-15) << replay();
    if (std::abs(truth - 1) > 1e-9) {
      ASSERT_EQ(cast.hit, truth < 1) << replay();
    }
    if (!cast.hit || truth > 1 || truth == 0) continue;  // at the start they overlap anywhere
    ++hits;
    ASSERT_NEAR(cast.lower, truth, 1e-6) << replay();  // the square root of the tolerance, in a graze
    ASSERT_NEAR(length(cast.normal), 1, 1e-13) << replay();
    ASSERT_NEAR(length(cast.on_b - q), s, 1e-9) << replay();
  }
  EXPECT_GT(hits, 1000);
}

/// Boxes overlap while they do along all fifteen axes: they meet when the last of these begins to overlap.
double meets_box(const reference::Box<double>& a, const reference::Box<double>& b, const Vector<double>& m) {
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  const auto look_along = [&](const Vector<double>& axis) {
    if (length(axis) < 1e-9) return;
    const Vector<double> n = axis * (1 / length(axis));
    const double reaches = reach(a, n) + reach(b, n), from = dot(n, a.center - b.center), speed = dot(n, m);
    double first = (-reaches - from) / speed, last = (reaches - from) / speed;
    if (first > last) std::swap(first, last);
    enter = std::max(enter, first), leave = std::min(leave, last);
  };
  for (const auto& p : a.axes) {
    look_along(p);
    for (const auto& q : b.axes) look_along(cross(p, q));
  }
  for (const auto& q : b.axes) look_along(q);
  return enter <= leave ? enter : std::numeric_limits<double>::infinity();
}

TEST(ReferenceCast, HoldsTheFirstContactOfBoxes) {
  constexpr std::uint64_t seed = 82;
  Rng rng(seed);
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    auto a = random_box(rng, 0.1);
    const auto b = random_box(rng, 0.1);
    a.center = a.center * 3.0;
    const Vector<double> m = towards(rng, b.center - a.center);
    const double truth = meets_box(a, b, m);
    const auto replay = [&] {
      return to_text(a) + "\n" + to_text(b) + "\nby " + to_text(m) + ", seed " + std::to_string(seed);
    };
    const auto cast = first_contact(a, b, m);
    ASSERT_LE(cast.lower, truth + 1e-15) << replay();
    ASSERT_GE(cast.upper, truth - 1e-14) << replay();
    if (std::abs(truth - 1) > 1e-9) {
      ASSERT_EQ(cast.hit, truth < 1) << replay();
    }
    if (cast.hit && truth < 1) {
      ++hits;
      ASSERT_NEAR(cast.lower, truth, 1e-9) << replay();
      ASSERT_NEAR(cast.upper, truth, 1e-2) << replay();
    }
    const auto f = first_contact(in_precision<float>(a), in_precision<float>(b),
                                 {static_cast<float>(m.x), static_cast<float>(m.y), static_cast<float>(m.z)});
    ASSERT_LE(double(f.lower), truth + 1e-5) << replay();
  }
  EXPECT_GT(hits, 1000);
}

reference::Box<double> turned_box(const reference::Box<double>& box, const Motion<Vector<double>>& motion, double t) {
  const auto axes = reference::rotation_at(motion.turn, t);
  auto moved = box;
  moved.center = motion.center + motion.by * t + reference::to_world(axes, box.center - motion.center);
  for (auto& axis : moved.axes) axis = reference::to_world(axes, axis);
  return moved;
}

TEST(ReferenceCast, TurningBoxesAreApartUntilTheFirstContact) {
  constexpr std::uint64_t seed = 83;
  Rng rng(seed);
  int hits = 0, misses = 0;
  for (int i = 0; i < 400; ++i) {
    auto a = random_box(rng, 0.1);
    const auto b = random_box(rng, 0.1);
    a.center = a.center * 4.0;
    const Motion<Vector<double>> of_a{towards(rng, b.center - a.center), a.center, random_vector(rng, 3)};
    const Motion<Vector<double>> of_b{random_vector(rng, 1), random_vector(rng, 1), random_vector(rng, 1)};
    const auto replay = [&] {
      return to_text(a) + "\n" + to_text(b) + "\nseed " + std::to_string(seed) + ", pair " + std::to_string(i);
    };
    const auto gap_at = [&](double t) { return largest_gap(turned_box(a, of_a, t), turned_box(b, of_b, t)); };
    const auto cast = first_contact(a, of_a, b, of_b);
    if (cast.hit && cast.lower == 0) continue;  // from the start
    for (int k = 0; k < 100; ++k) ASSERT_GE(gap_at(cast.lower * k / 100), -1e-13) << replay();
    if (!cast.hit) {
      ++misses;
      ASSERT_EQ(cast.lower, 1) << replay();
      continue;
    }
    ++hits;
    ASSERT_NEAR(gap_at(cast.lower), 0, 1e-9) << replay();
    if (cast.upper > 1) continue;
    ASSERT_LE(gap_at(cast.upper), 1e-13) << replay();
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 50);
}

/// Far away there are fewer digits, but the common motion of two shapes does not take them there.
TEST(ReferenceCast, AMotionThatBothShareChangesNothing) {
  constexpr std::uint64_t seed = 85;
  Rng rng(seed);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    auto a = random_box(rng, 0.1);
    const auto b = random_box(rng, 0.1);
    a.center = a.center * 4.0;
    // Numbers of few digits, so that the difference of the motions is exact.
    const auto whole = [](double x) { return std::round(x * 1024) / 1024; };
    const Vector<double> way = towards(rng, b.center - a.center), shared{1e9, -3e8, 5e9};
    const Motion<Vector<double>> of_a{{whole(way.x), whole(way.y), whole(way.z)}, a.center, random_vector(rng, 2)};
    const Motion<Vector<double>> of_b{{0, 0, 0}, b.center, random_vector(rng, 1)};
    const auto cast = first_contact(a, of_a, b, of_b);
    const auto far = first_contact(a, Motion<Vector<double>>{of_a.by + shared, of_a.center, of_a.turn}, b,
                                   Motion<Vector<double>>{shared, of_b.center, of_b.turn});
    ASSERT_EQ(cast.hit, far.hit) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    ASSERT_EQ(cast.lower, far.lower) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    ASSERT_EQ(cast.upper, far.upper) << to_text(a) << "\n" << to_text(b) << "\nseed " << seed;
    if (!cast.hit) continue;
    ++hits;
    ASSERT_NEAR(length(far.on_b - shared * far.lower - cast.on_b), 0, 1e-5) << to_text(a) << "\n" << to_text(b);
  }
  EXPECT_GT(hits, 40);
}

/// A rod that turns about the origin hits a ball when the angle between them is that of the tangent.
TEST(ReferenceCast, ARodTurnsIntoABall) {
  const double pi = std::numbers::pi, tangent = std::asin(0.25 / 1.5);
  const reference::Segment<Vector<double>> rod{{0, 0, 0}, {2, 0, 0}};
  const Motion<Vector<double>> turn{{0, 0, 0}, {0, 0, 0}, {0, 0, pi}}, rest{};
  const auto cast = first_contact(rod, turn, reference::Sphere<double>{{0, 1.5, 0}, 0.25}, rest);
  EXPECT_TRUE(cast.hit);
  EXPECT_LE(cast.lower, (pi / 2 - tangent) / pi + 1e-15);
  EXPECT_NEAR(cast.lower, (pi / 2 - tangent) / pi, 1e-9);

  const reference::Segment<Vector2<double>> hand{{0, 0}, {2, 0}};
  const Motion<Vector2<double>> by_hand{{0, 0}, {0, 0}, pi}, still{};
  const auto flat = first_contact(hand, by_hand, reference::Circle2<double>{{0, 1.5}, 0.25}, still);
  EXPECT_TRUE(flat.hit);
  EXPECT_NEAR(flat.lower, (pi / 2 - tangent) / pi, 1e-9);
  const auto past = first_contact(hand, by_hand, reference::Circle2<double>{{0, -1.5}, 0.25}, still);
  EXPECT_FALSE(past.hit);
}

TEST(ReferenceCast, RaysHit) {
  const auto ball = cast_ray(Vector<double>{0, 0, 0}, {10, 0, 0}, reference::Sphere<double>{{5, 0, 0}, 1});
  EXPECT_TRUE(ball.hit);
  EXPECT_NEAR(ball.lower, 0.4, 1e-12);
  EXPECT_LE(ball.lower, 0.4);
  EXPECT_GE(ball.upper, 0.4);
  EXPECT_LE(ball.upper, 0.41);
  EXPECT_NEAR(ball.normal.x, -1, 1e-6);
  EXPECT_NEAR(ball.on_b.x, 4, 1e-6);

  const reference::Aabb<double> box{{2, -1, -1}, {3, 1, 1}};
  EXPECT_NEAR(cast_ray(Vector<double>{0, 0.5, 0.5}, {4, 0, 0}, box).lower, 0.5, 1e-12);
  EXPECT_FALSE(cast_ray(Vector<double>{0, 0.5, 0.5}, {-4, 0, 0}, box).hit);
  EXPECT_FALSE(cast_ray(Vector<double>{0, 0.5, 0.5}, {1.9, 0, 0}, box).hit);
  EXPECT_FALSE(cast_ray(Vector<double>{0, 1.5, 0.5}, {9, 0, 0}, box).hit);
  const auto inside = cast_ray(Vector<double>{2.5, 0.5, 0.5}, {9, 0, 0}, box);
  EXPECT_TRUE(inside.hit);
  EXPECT_EQ(inside.lower, 0);
  EXPECT_EQ(inside.upper, 0);

  // A triangle has no interior: it is hit, but no simplex can prove it.
  const std::vector<Vector<double>> corners = {{1, 0, 0}, {1, 2, 0}, {1, 0, 2}};
  const auto through = cast_ray(Vector<double>{0, 0.5, 0.5}, {2, 0, 0}, reference::PointCloud<double>{corners});
  EXPECT_TRUE(through.hit);
  EXPECT_NEAR(through.lower, 0.5, 1e-12);
  EXPECT_NEAR(cast_ray(Vector2<double>{0, 0}, {0, 8}, reference::Circle2<double>{{0, 5}, 1}).lower, 0.5, 1e-12);
}

TEST(ReferenceCast, ZeroHugeAndBadMotionsEnd) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const reference::Sphere<double> a{{0, 0, 0}, 1}, b{{5, 0, 0}, 1}, at_a{{0.5, 0, 0}, 1};
  EXPECT_FALSE(first_contact(a, b, {0, 0, 0}).hit);
  EXPECT_EQ(first_contact(a, b, {0, 0, 0}).lower, 1);
  EXPECT_TRUE(first_contact(a, at_a, {0, 0, 0}).hit);
  EXPECT_TRUE(first_contact(a, a, {1, 2, 3}).hit);
  const auto huge = first_contact(a, b, {1e15, 0, 0});
  EXPECT_TRUE(huge.hit);
  EXPECT_LE(huge.lower, 3e-15);
  EXPECT_NEAR(huge.lower * 1e15, 3, 1e-6);
  EXPECT_FALSE(first_contact(a, b, {-1e300, 0, 0}).hit);
  EXPECT_TRUE(first_contact(a, b, {nan, 0, 0}).hit);
  EXPECT_EQ(first_contact(a, b, {nan, 0, 0}).lower, 0);
  EXPECT_EQ(first_contact(a, b, {infinity, 0, 0}).lower, 0);
  EXPECT_TRUE(first_contact(reference::Point<double>{{nan, 0, 0}}, b, {1, 0, 0}).hit);
  const Motion<Vector<double>> spin{{0, 0, 0}, {0, 0, 0}, {0, 0, 1e9}}, bad{{0, 0, 0}, {0, 0, 0}, {nan, 0, 0}}, rest{};
  EXPECT_EQ(first_contact(a, bad, b, rest).lower, 0);
  EXPECT_LE(first_contact(a, spin, b, rest).lower, 1);
  EXPECT_FALSE(first_contact(a, rest, b, rest).hit);
}

TEST(ReferenceCast, AnyBitsEnd) {
  constexpr std::uint64_t seed = 84;
  Rng rng(seed);
  const auto number = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(rng())); };
  for (int i = 0; i < 1000; ++i) {
    const float x = number(), y = number(), z = number(), r = number();
    const auto cast = first_contact(reference::Sphere<float>{{x, y, z}, r}, reference::Sphere<float>{{y, z, x}, 1},
                                    {number(), number(), z});
    ASSERT_TRUE(cast.lower >= 0 && cast.lower <= 1) << "seed " << seed << ", pair " << i;
    const Motion<Vector2<float>> first{{x, y}, {z, r}, number()}, second{{r, x}, {y, z}, number()};
    const auto turning =
        first_contact(reference::Circle2<float>{{x, z}, y}, first, reference::Circle2<float>{{z, x}, 1}, second);
    ASSERT_TRUE(turning.lower >= 0 && turning.lower <= 1) << "seed " << seed << ", pair " << i;
  }
}

}  // namespace
}  // namespace lockstep::reference_tests
