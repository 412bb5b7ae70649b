// What tests of both space and the plane call by one name.
//
//   template <class S>
//   class Distance : public testing::Test {};
//   TYPED_TEST_SUITE(Distance, Spaces, SpaceName);
//   TYPED_TEST(Distance, OfTwoBalls) { ... TypeParam::ball(0, 0, 1) ... }
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "cast_list.hpp"
#include "every_kind_pair.hpp"
#include "lockstep/cast.hpp"
#include "lockstep/distance.hpp"
#include "pair_list.hpp"
#include "plane_poison.hpp"
#include "poison.hpp"

namespace lockstep::test {

struct Space {
  static constexpr const char* name = "space";
  static constexpr const auto& kinds = oracle::all_kinds;
  static constexpr const auto& bad_kinds = shape_kinds;  ///< those that take any numbers
  static constexpr Kind many = Kind::hull;               ///< the one with any number of vertices
  static constexpr Kind ball_kind = Kind::sphere;
  using Set = ShapeSet;
  using Shape = AnyShape;
  using Pairs = PairList;
  using Casts = CastList;
  using Turns = TurningList;
  using Kinds = KindPair;
  using Vec = Vec3;
  using Vecd = Vec3d;
  using Ray = lockstep::Ray;
  using Ball = Sphere;
  using WitnessPoints = lockstep::WitnessPoints;
  using Manifold = lockstep::Manifold;
  using Motion = lockstep::Motion;

  static Vec at(float x, float y) { return {x, y, 0}; }
  static Vecd d(double x, double y) { return {x, y, 0}; }
  static Sphere ball(float x, float y, float radius) { return {{x, y, 0}, radius}; }
  /// Low and high corners.
  static Aabb block(float x0, float y0, float x1, float y1) { return {{x0, y0, -9}, {x1, y1, 9}}; }
  static Box box(float x, float y, float half_x, float half_y) { return {{x, y, 0}, {}, {half_x, half_y, 1}}; }
  static Capsule capsule(float x0, float y0, float x1, float y1, float radius) {
    return {{x0, y0, 0}, {x1, y1, 0}, radius};
  }
  static Ellipsoid ellipse(float x, float y) { return {{0, 0, 0}, {}, {x, y, 1}}; }
  /// About the z axis.
  static Motion motion(const Vec2& by, float turn, const Vec2& about = {}) {
    return {{by.x, by.y, 0}, {0, 0, turn}, {about.x, about.y, 0}};
  }
};

struct Plane {
  static constexpr const char* name = "plane";
  static constexpr const auto& kinds = oracle::all_kinds2;
  static constexpr const auto& bad_kinds = oracle::all_kinds2;
  static constexpr Kind2 many = Kind2::polygon;
  static constexpr Kind2 ball_kind = Kind2::circle;
  using Set = ShapeSet2;
  using Shape = AnyShape2;
  using Pairs = PlanePairList;
  using Casts = PlaneCastList;
  using Turns = PlaneTurningList;
  using Kinds = PlaneKinds;
  using Vec = Vec2;
  using Vecd = Vec2d;
  using Ray = Ray2;
  using Ball = Circle2;
  using WitnessPoints = WitnessPoints2;
  using Manifold = Manifold2;
  using Motion = Motion2;

  static Vec at(float x, float y) { return {x, y}; }
  static Vecd d(double x, double y) { return {x, y}; }
  static Circle2 ball(float x, float y, float radius) { return {{x, y}, radius}; }
  static Box2 block(float x0, float y0, float x1, float y1) {
    return {{(x0 + x1) / 2, (y0 + y1) / 2}, 0, {(x1 - x0) / 2, (y1 - y0) / 2}};
  }
  static Box2 box(float x, float y, float half_x, float half_y) { return {{x, y}, 0, {half_x, half_y}}; }
  static Capsule2 capsule(float x0, float y0, float x1, float y1, float radius) { return {{x0, y0}, {x1, y1}, radius}; }
  static Ellipse2 ellipse(float x, float y) { return {{0, 0}, 0, {x, y}}; }
  static Motion2 motion(const Vec2& by, float turn, const Vec2& about = {}) { return {by, turn, about}; }
};

using Spaces = testing::Types<Space, Plane>;

struct SpaceName {
  template <class S>
  static std::string GetName(int) {
    return S::name;
  }
};

template <class S>
inline constexpr bool is_plane = std::is_same_v<S, Plane>;

/// The one for S of what differs.
template <class S, class InSpace, class InPlane>
constexpr const auto& either(const InSpace& in_space, const InPlane& in_plane) {
  if constexpr (is_plane<S>)
    return in_plane;
  else
    return in_space;
}

/// Pairs of every two kinds, in either order.
template <class S>
typename S::Pairs pairs_of_all_kinds(std::uint64_t seed, int of_each) {
  Rng rng(seed);
  typename S::Pairs list;
  for (const auto a : S::kinds)
    for (const auto b : S::kinds) append_mixture(list, rng, a, b, of_each);
  return list;
}

}  // namespace lockstep::test
