// Support mappings of the plane: the point belongs to the shape, and no other lies farther in the direction. And the
// reference GJK on all of them, against the exact oracle.
#include <lockstep/reference/shapes2.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/reference/gjk2.hpp>

#include "exact.hpp"
#include "plane.hpp"
#include "plane_generate.hpp"
#include "plane_pair_line.hpp"

namespace lockstep::reference {
namespace {

using oracle::Rational;
using oracle::Rng;
using oracle::uniform;

Vector2<double> random_plane_vector(Rng& rng) {
  const double x = uniform(rng, -1, 1);
  return {x, uniform(rng, -1, 1)};
}

Vector2<double> at_angle(double angle) { return {std::cos(angle), std::sin(angle)}; }

TEST(ReferenceShapes2, BoxSupportIsItsFurthestCorner) {
  Rng rng(71);
  for (int i = 0; i < 1000; ++i) {
    const Vector2<double> turn = at_angle(uniform(rng, -4, 4)), center = random_plane_vector(rng), half{0.5, 0.25};
    const Vector2<double> direction = random_plane_vector(rng);
    std::vector<Vector2<double>> corners;
    for (const double x : {-half.x, half.x})
      for (const double y : {-half.y, half.y}) corners.push_back(center + turn * x + left_of(turn) * y);
    const double furthest = dot(Polygon2<double>{corners}.support(direction), direction);
    EXPECT_NEAR(dot(Box2<double>{center, turn, half}.support(direction), direction), furthest, 1e-14);
    const Transformed2<Box2<double>> transformed{{{0, 0}, {1, 0}, half}, center, turn};
    EXPECT_NEAR(dot(transformed.support(direction), direction), furthest, 1e-14);
  }
}

/// The gradient of the rim at a support point runs along the direction.
TEST(ReferenceShapes2, EllipseSupportLiesWhereTheRimFacesTheDirection) {
  Rng rng(72);
  for (int i = 0; i < 1000; ++i) {
    const Vector2<double> turn = at_angle(uniform(rng, -4, 4)), center = random_plane_vector(rng), radii{0.5, 2};
    const Vector2<double> direction = random_plane_vector(rng);
    const Vector2<double> offset = Ellipse2<double>{center, turn, radii}.support(direction) - center;
    const Vector2<double> unit{dot(turn, offset) / radii.x, dot(left_of(turn), offset) / radii.y};
    EXPECT_NEAR(dot(unit, unit), 1, 1e-13);
    const Vector2<double> gradient = turned(turn, {unit.x / radii.x, unit.y / radii.y});
    EXPECT_NEAR(cross(gradient, direction), 0, 1e-12);
    EXPECT_GT(dot(gradient, direction), 0);
  }
}

/// Against points of its boundary, many of them.
TEST(ReferenceShapes2, SliceSupportIsTheFurthestOfItsBoundary) {
  Rng rng(73);
  for (int i = 0; i < 600; ++i) {
    const double half_angle = i % 5 == 0 ? std::numbers::pi / 2 : i % 5 == 1 ? 0 : uniform(rng, 0, 1.57);
    const double angle = uniform(rng, -4, 4);
    const Vector2<double> spread = i % 5 == 0 ? Vector2<double>{0, 1} : at_angle(half_angle),
                          center = random_plane_vector(rng);
    const Vector2<double> direction = i % 7 == 0 ? at_angle(angle + half_angle) : random_plane_vector(rng);
    std::vector<Vector2<double>> points = {center};
    constexpr int steps = 1000;
    for (int k = 0; k <= steps; ++k)
      points.push_back(center + at_angle(angle + half_angle * (2.0 * k / steps - 1)) * 2.0);
    const Slice2<double> slice{center, at_angle(angle), spread, 2};
    const double off = 2 * std::sqrt(dot(direction, direction)) * 2e-6;  // 1 - cos of half a step
    EXPECT_NEAR(dot(slice.support(direction), direction), dot(Polygon2<double>{points}.support(direction), direction),
                off);
  }
}

TEST(ReferenceShapes2, TurnsAreExactForRationalNumbers) {
  const Vector2<Rational> turn{Rational(3, 5), Rational(4, 5)}, p{Rational(2), Rational(7)};
  const Vector2<Rational> there = turned(turn, p), back = turned_back(turn, there);
  EXPECT_EQ(there.x, Rational(-22, 5));
  EXPECT_EQ(there.y, Rational(29, 5));
  EXPECT_EQ(back.x, p.x);
  EXPECT_EQ(back.y, p.y);
  const Box2<Rational> box{{0, 0}, turn, {1, 2}};
  EXPECT_EQ(box.support({Rational(1), Rational(0)}).x, Rational(11, 5));
}

TEST(ReferenceShapes2, AreSupportMappings) {
  static_assert(SupportMapping2<Point2<float>> && SupportMapping2<Circle2<double>> && SupportMapping2<Capsule2<float>>);
  static_assert(SupportMapping2<Box2<Rational>> && SupportMapping2<Ellipse2<float>> && SupportMapping2<Slice2<double>>);
  static_assert(SupportMapping2<Polygon2<double>> && SupportMapping2<Transformed2<Slice2<float>>>);
}

template <class T>
struct Corners2 {
  using Scalar = T;
  std::vector<Vector2<T>> points;

  Vector2<T> support(const Vector2<T>& direction) const noexcept { return Polygon2<T>{points}.support(direction); }
};

/// The oracle's shapes as shapes of the reference; an angle becomes the nearest cosine and sine.
template <class T>
struct ToReference2 {
  using Any = std::variant<Circle2<T>, Capsule2<T>, Box2<T>, Ellipse2<T>, Slice2<T>, Transformed2<Corners2<T>>>;

  static Vector2<T> vector(const lockstep::Vec2& p) { return {T(p.x), T(p.y)}; }
  static Vector2<T> turn(double angle) { return {T(std::cos(angle)), T(std::sin(angle))}; }
  static Vector2<T> spread(float half_angle) {
    return half_angle >= oracle::quarter_turn ? Vector2<T>{0, 1} : turn(half_angle);
  }

  Any operator()(const lockstep::Circle2& s) const { return Circle2<T>{vector(s.center), T(s.radius)}; }
  Any operator()(const lockstep::Capsule2& s) const { return Capsule2<T>{{vector(s.p0), vector(s.p1)}, T(s.radius)}; }
  Any operator()(const lockstep::Box2& s) const {
    return Box2<T>{vector(s.center), turn(s.angle), vector(s.half_extents)};
  }
  Any operator()(const lockstep::Ellipse2& s) const {
    return Ellipse2<T>{vector(s.center), turn(s.angle), vector(s.radii)};
  }
  Any operator()(const lockstep::Slice2& s) const {
    return Slice2<T>{vector(s.center), turn(s.angle), spread(s.half_angle), T(s.radius)};
  }
  Any operator()(const oracle::PolygonShape2& s) const {
    Corners2<T> corners;
    for (const lockstep::Vec2& v : s.vertices) corners.points.push_back(vector(v));
    return Transformed2<Corners2<T>>{corners, vector(s.position), turn(s.angle)};
  }
};

template <class T>
bool meet(const oracle::AnyShape2& a, const oracle::AnyShape2& b) {
  const auto meet_both = [](const auto& x, const auto& y) {
    using Difference = MinkowskiDifference2<std::decay_t<decltype(x)>, std::decay_t<decltype(y)>>;
    return contains_origin(Difference{x, y}, 1000);
  };
  return std::visit(meet_both, std::visit(ToReference2<T>{}, a), std::visit(ToReference2<T>{}, b));
}

class ReferenceGjk2OnPairs : public testing::TestWithParam<oracle::Kind2> {};

/// Except for pairs closer to contact than rounding resolves.
TEST_P(ReferenceGjk2OnPairs, IsRightOnRandomPairs) {
  constexpr std::uint64_t seed = 74;
  Rng rng(seed);
  for (const oracle::Kind2 other : oracle::all_kinds2) {
    for (int i = 0; i < 300; ++i) {
      const auto pair = i % 2 == 0 ? oracle::random_pair(rng, GetParam(), other)
                                   : oracle::near_contact_pair(rng, GetParam(), other, i % 4 == 1 ? 1e-3 : -1e-3);
      const auto& a = pair.first;
      const auto& b = pair.second;
      const bool expected = oracle::decide(a, b) != oracle::Truth::separated;
      const std::string line = oracle::to_pair_line("reference", a, b);
      const auto is_certain = [&](double margin) {
        return oracle::decide_at(a, b, margin) == oracle::decide_at(a, b, -margin);
      };
      if (is_certain(1e-12)) {
        ASSERT_EQ(meet<double>(a, b), expected) << line << "\nseed " << seed;
      }
      if (is_certain(1e-5)) {
        ASSERT_EQ(meet<float>(a, b), expected) << line << "\nseed " << seed;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReferenceGjk2OnPairs, testing::ValuesIn(oracle::all_kinds2),
                         [](const auto& kind) { return std::string(name(kind.param)); });

}  // namespace
}  // namespace lockstep::reference
