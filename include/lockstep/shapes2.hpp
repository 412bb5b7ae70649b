// 2D convex shapes, for crowds, maps and other flat worlds: circle, capsule, AABB, oriented box, ellipse, slice (vision
// cone), convex polygon. (views.hpp has views over arrays of circles, boxes and capsules that the caller owns.) Plain
// values: nothing here allocates or throws.
//
//   lockstep::Circle2 agent{.center = {1, 2}, .radius = 0.3F};
//   lockstep::Slice2 sight{.center = {1, 2}, .angle = 0.5F, .half_angle = 0.6F, .radius = 10};
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/types.hpp>

namespace lockstep {

/// A point or a direction of the plane, in the caller's unit of length. Finite coordinates up to `max_coordinate` are
/// valid.
struct Vec2 {
  float x = 0, y = 0;
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

/// Largest angle, in radians, that checked entry points take. Angles are exact, so larger ones add nothing.
inline constexpr float max_angle = 1e6F;

// Shapes are closed sets given exactly by their float32 numbers. Angles are in radians, turn counter-clockwise (from x
// to y), and have exactly the value of the float.

/// All points within `radius` (>= 0) of `center`.
struct Circle2 {
  Vec2 center;
  float radius = 0;
};

/// All points within `radius` (>= 0) of the segment from p0 to p1.
struct Capsule2 {
  Vec2 p0, p1;
  float radius = 0;
};

/// Axis-aligned box, min <= max in each coordinate. (For views; a ShapeSet2 takes a Box2.)
struct Aabb2 {
  Vec2 min, max;
};

/// Oriented box: `center + turn(angle, p)` for |p| <= half_extents (>= 0) in each coordinate.
struct Box2 {
  Vec2 center;
  float angle = 0;
  Vec2 half_extents;
};

/// The circle of radius 1 with its axes stretched to `radii` (>= 0), then turned by `angle` and moved to `center`.
struct Ellipse2 {
  Vec2 center;
  float angle = 0;
  Vec2 radii;
};

/// A vision cone or the reach of a blow: all points within `radius` (>= 0) of `center` in directions that differ from
/// `angle` by at most `half_angle`, from 0 (a segment) to the float nearest to pi/2, which means pi/2 (half a disc).
struct Slice2 {
  Vec2 center;
  float angle = 0, half_angle = 0;
  float radius = 0;
};

/// The convex hull of at least one vertex, turned by `angle` about the origin of its own space and moved by `position`.
/// Any order; interior, duplicate and collinear vertices are legal.
struct Polygon2 {
  std::span<const Vec2> vertices;
  Vec2 position = {};
  float angle = 0;
};

/// The kind of a shape in a ShapeSet2; `name` (shape_set2.hpp) has its name.
enum class ShapeKind2 : std::uint8_t { circle, capsule, box, ellipse, slice, polygon };

}  // namespace lockstep
