// Support mappings: the point belongs to the shape, and no other lies farther in the direction.
#include <lockstep/reference/shapes.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/shapes2.hpp>

#include "exact.hpp"
#include "generate.hpp"

namespace lockstep::reference {
namespace {

using oracle::Rational;
using oracle::Rng;
using oracle::uniform;

Vector<double> random_vector(Rng& rng) {
  const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1);
  return {x, y, uniform(rng, -1, 1)};
}

std::array<Vector<double>, 8> corners(const Vector<double>& center, const std::array<Vector<double>, 3>& axes,
                                      const Vector<double>& half) {
  std::array<Vector<double>, 8> points{};
  for (std::size_t k = 0; k < 8; ++k) {
    const Vector<double> local{k & 1U ? half.x : -half.x, k & 2U ? half.y : -half.y, k & 4U ? half.z : -half.z};
    points[k] = center + to_world(axes, local);
  }
  return points;
}

TEST(ReferenceShapes, BoxSupportIsItsFurthestCorner) {
  Rng rng(51);
  for (int i = 0; i < 1000; ++i) {
    const Quaternion<double> q{uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)};
    const Vector<double> center = random_vector(rng), half{0.5, 0.25, 1}, direction = random_vector(rng);
    const Box<double> box{center, rotation_axes(q), half};
    const std::array<Vector<double>, 8> points = corners(center, box.axes, half);
    const double furthest = dot(PointCloud<double>{points}.support(direction), direction);
    EXPECT_NEAR(dot(box.support(direction), direction), furthest, 1e-14);

    const Transformed<Aabb<double>> transformed{{-half, half}, center, q};
    EXPECT_NEAR(dot(transformed.support(direction), direction), furthest, 1e-14);
  }
}

TEST(ReferenceShapes, RoundSupportLiesOnTheSurface) {
  Rng rng(52);
  for (int i = 0; i < 1000; ++i) {
    const Vector<double> center = random_vector(rng), direction = random_vector(rng);
    const double length = std::sqrt(dot(direction, direction));
    const Vector<double> offset = Sphere<double>{center, 2}.support(direction) - center;
    EXPECT_NEAR(std::sqrt(dot(offset, offset)), 2, 1e-14);
    EXPECT_NEAR(dot(offset, direction), 2 * length, 1e-14);

    const Vector<double> other = random_vector(rng);
    const double reach = std::max(dot(center, direction), dot(other, direction)) + 2 * length;
    const Vector<double> support = Capsule<double>{{center, other}, 2}.support(direction);
    EXPECT_NEAR(dot(support, direction), reach, 1e-14);
  }
}

/// The gradient of the surface at a support point of an ellipsoid runs along the direction.
TEST(ReferenceShapes, EllipsoidSupportLiesWhereTheSurfaceFacesTheDirection) {
  Rng rng(53);
  for (int i = 0; i < 1000; ++i) {
    const Quaternion<double> q{uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)};
    const Vector<double> center = random_vector(rng), radii{0.5, 0.25, 2}, direction = random_vector(rng);
    const Ellipsoid<double> shape{center, rotation_axes(q), radii};
    const Vector<double> p = to_local(shape.axes, shape.support(direction) - center);
    const Vector<double> unit{p.x / radii.x, p.y / radii.y, p.z / radii.z};
    EXPECT_NEAR(dot(unit, unit), 1, 1e-13);
    const Vector<double> gradient = to_world(shape.axes, {unit.x / radii.x, unit.y / radii.y, unit.z / radii.z});
    const Vector<double> aside = cross(gradient, direction);
    EXPECT_NEAR(dot(aside, aside), 0, 1e-24);
    EXPECT_GT(dot(gradient, direction), 0);
  }
}

/// Against points of the rims, many of them.
TEST(ReferenceShapes, CylinderAndConeSupportIsTheFurthestOfTheirRims) {
  Rng rng(54);
  for (int i = 0; i < 300; ++i) {
    const Quaternion<double> q{uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)};
    const std::array<Vector<double>, 3> axes = rotation_axes(q);
    const Vector<double> base = random_vector(rng), top = base + axes[2] * 1.5;
    const Vector<double> direction = i % 10 == 0 ? axes[2] * (i % 20 - 5.0) : random_vector(rng);
    constexpr int steps = 1000;
    std::vector<Vector<double>> cylinder, cone = {top};
    for (int k = 0; k < steps; ++k) {
      const double angle = 2 * 3.14159265358979323846 * k / steps;
      const Vector<double> rim = axes[0] * (0.5 * std::cos(angle)) + axes[1] * (0.5 * std::sin(angle));
      cylinder.push_back(base + rim), cylinder.push_back(top + rim), cone.push_back(base + rim);
    }
    const auto reach = [&](const auto& shape) { return dot(shape.support(direction), direction); };
    const double off = 0.5 * std::sqrt(dot(direction, direction)) * 1e-5;  // 1 - cos(pi / 1000)
    EXPECT_NEAR(reach(Cylinder<double>{base, top, 0.5}), reach(PointCloud<double>{cylinder}), off);
    EXPECT_NEAR(reach(Cone<double>{base, top, 0.5}), reach(PointCloud<double>{cone}), off);
  }
}

/// For a direction along the axis the rounded rest is noise, and still no support point may leave the disc.
TEST(ReferenceShapes, CylinderSupportStaysOnTheDiscAlongItsAxis) {
  Rng rng(55);
  for (int i = 0; i < 1000; ++i) {
    const auto number = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
    const Vector<float> axis{number(), number(), number()}, zero{0, 0, 0};
    const Vector<float> p = Cylinder<float>{zero, axis, 1}.support(axis * number()), q = p - axis;
    const float along = std::min(std::abs(dot(p, axis)), std::abs(dot(q, axis)));
    EXPECT_LT(along, 1e-6F * std::sqrt(dot(axis, axis)) + 1e-6F);
  }
}

TEST(ReferenceShapes, DirectionsOfAnyLengthWork) {
  for (float length : {1e-45F, 1e-38F, 1e-30F, 1e-20F, 1.0F, 1e18F, 1e20F, 1e38F}) {
    const Vector<float> support = Sphere<float>{{0, 0, 0}, 2}.support({0, -length, 0});
    EXPECT_FLOAT_EQ(support.y, -2) << length;
    const Vector2<float> support2 = Circle2<float>{{0, 0}, 2}.support({0, -length});
    EXPECT_FLOAT_EQ(support2.y, -2) << length;
  }
  const Vector<float> center{1, 2, 3};
  const Vector<float> support = Sphere<float>{center, 2}.support({0, 0, 0});
  EXPECT_EQ(support.x, 1);
  EXPECT_EQ(support.y, 2);
  EXPECT_EQ(support.z, 3);
}

TEST(ReferenceShapes, QuaternionsMeanRotationsWhateverTheirLength) {
  // (0, 0, 3, 4) turns about z by the angle with cosine 7/25 and sine 24/25; nothing is rounded.
  const std::array<Vector<Rational>, 3> axes = rotation_axes(Quaternion<Rational>{0, 0, 3, 4});
  EXPECT_EQ(axes[0].x, Rational(7, 25));
  EXPECT_EQ(axes[0].y, Rational(24, 25));
  EXPECT_EQ(axes[1].x, Rational(-24, 25));
  EXPECT_EQ(axes[2].z, 1);
  for (const Quaternion<Rational>& q : {Quaternion<Rational>{1, 2, 3, 4}, Quaternion<Rational>{-5, 0, 2, 1}}) {
    const std::array<Vector<Rational>, 3> r = rotation_axes(q);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(dot(r[i], r[j]), i == j ? 1 : 0);
    }
    EXPECT_EQ(dot(cross(r[0], r[1]), r[2]), 1);
  }
}

/// The reach of composed shapes follows from the reach of their parts.
template <class V, class A, class B>
void expect_calculus(const A& a, const B& b, const V& direction, const V& factors) {
  const auto reach = [&](const auto& shape) { return dot(shape.support(direction), direction); };
  EXPECT_NEAR(reach(Sum<A, B>{a, b}), reach(a) + reach(b), 1e-13);
  EXPECT_NEAR((reach(MinkowskiDifference<A, B>{a, b})), reach(a) - dot(b.support(-direction), direction), 1e-13);
  EXPECT_EQ(reach(HullOf<A, B>{a, b}), std::max(reach(a), reach(b)));
  EXPECT_NEAR(reach(Rounded<A>{a, 2}), reach(a) + 2 * std::sqrt(dot(direction, direction)), 1e-13);
  const V along = stretched(direction, factors);
  EXPECT_NEAR(reach(Stretched<A>{a, factors}), dot(a.support(along), along), 1e-13);
}

TEST(ReferenceShapes, ComposedShapesReachAsFarAsTheirPartsTell) {
  Rng rng(56);
  for (int i = 0; i < 1000; ++i) {
    const Vector<double> p = random_vector(rng), q = random_vector(rng), direction = random_vector(rng);
    expect_calculus<Vector<double>>(Capsule<double>{{p, q}, 0.5}, Sphere<double>{q, 0.25}, direction, {2, 0.5, 3});
    const Vector2<double> p2{p.x, p.y}, q2{q.x, q.y};
    expect_calculus<Vector2<double>>(Capsule2<double>{{p2, q2}, 0.5}, Circle2<double>{q2, 0.25},
                                     {direction.x, direction.y}, {2, 0.5});
  }
}

/// Two balls of different size and all between them: a shape without a name, in one line.
TEST(ReferenceShapes, AHullOfBallsIsATaperedCapsule) {
  const HullOf<Sphere<double>, Sphere<double>> tapered{{{0, 0, 0}, 1}, {{4, 0, 0}, 0}};
  EXPECT_TRUE(intersect(tapered, Point<double>{{0, 0.99, 0}}));
  EXPECT_TRUE(intersect(tapered, Point<double>{{2, 0.51, 0}}));  // 2 sin(asin(1 / 4)) / cos(asin(1 / 4)) = 0.516
  EXPECT_FALSE(intersect(tapered, Point<double>{{2, 0.52, 0}}));
  EXPECT_FALSE(intersect(tapered, Point<double>{{4, 0.01, 0}}));
}

TEST(ReferenceShapes, AreSupportMappings) {
  static_assert(SupportMapping<Point<float>> && SupportMapping<Sphere<double>> && SupportMapping<Aabb<float>>);
  static_assert(SupportMapping<Box<double>> && SupportMapping<Capsule<float>> && SupportMapping<PointCloud<double>>);
  static_assert(SupportMapping<Ellipsoid<float>> && SupportMapping<Cylinder<double>> && SupportMapping<Cone<float>>);
  static_assert(SupportMapping<Transformed<PointCloud<float>>> && SupportMapping<Transformed<Transformed<Box<float>>>>);
  static_assert(SupportMapping<Rounded<PointCloud<float>>> && SupportMapping<Transformed<Rounded<Box<double>>>>);
  static_assert(SupportMapping<MinkowskiDifference<Sphere<float>, Box<float>>>);
}

TEST(ReferenceShapes, TransformedShapesNest) {
  // A box one to the right, turned by a quarter about z: it ends up one ahead. Turned again about x: one up.
  const float h = std::sqrt(0.5F);
  const Transformed<Sphere<float>> once{{{1, 0, 0}, 0.5F}, {0, 0, 0}, {0, 0, h, h}};
  const Transformed<Transformed<Sphere<float>>> twice{once, {0, 0, 10}, {h, 0, 0, h}};
  EXPECT_TRUE(intersect(once, Point<float>{{0, 1.4F, 0}}));
  EXPECT_FALSE(intersect(once, Point<float>{{1, 0, 0}}));
  EXPECT_TRUE(intersect(twice, Point<float>{{0, 0, 11.4F}}));
  EXPECT_FALSE(intersect(twice, Point<float>{{0, 0, 11.6F}}));
}

}  // namespace
}  // namespace lockstep::reference
