// Convex shapes of space: point, sphere, AABB, oriented box (OBB), capsule, ellipsoid, cylinder, cone, convex hull,
// rounded hull, hull instance. (views.hpp has views over arrays of them that the caller owns.) Plain values: nothing
// here allocates or throws.
//
//   lockstep::Sphere ball{.center = {1, 2, 3}, .radius = 0.5F};
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/types.hpp>

namespace lockstep {

// Shapes are closed sets given exactly by their float32 numbers.

struct Point {
  Vec3 position;
};

/// All points within `radius` (>= 0) of `center`.
struct Sphere {
  Vec3 center;
  float radius = 0;
};

/// Axis-aligned box, min <= max in each coordinate; min == max is legal (flat, segment, point).
struct Aabb {
  Vec3 min, max;
};

/// Oriented box: `center + rotate(rotation, p)` for |p| <= half_extents (>= 0) in each coordinate.
struct Box {
  Vec3 center;
  Quat rotation;
  Vec3 half_extents;
};

/// All points within `radius` (>= 0) of the segment from p0 to p1.
struct Capsule {
  Vec3 p0, p1;
  float radius = 0;
};

/// The ball of radius 1 with its axes stretched to `radii` (>= 0), then turned and moved to `center`. Radii of 0 are
/// legal: a flat ellipse, a segment, a point.
struct Ellipsoid {
  Vec3 center;
  Quat rotation;
  Vec3 radii;
};

/// The hull of two discs of `radius` (>= 0) about p0 and p1, perpendicular to the axis between them: flat caps. The
/// ends must differ, as equal ends leave the discs without a direction.
struct Cylinder {
  Vec3 p0, p1;
  float radius = 0;
};

/// The hull of a disc of `radius` (>= 0) about `base`, perpendicular to the axis, and of `apex`, which must differ from
/// `base`.
struct Cone {
  Vec3 base, apex;
  float radius = 0;
};

/// The convex hull of at least one vertex. Interior, duplicate, collinear and coplanar vertices are legal.
struct ConvexHull {
  std::span<const Vec3> vertices;
};

/// All points within `radius` (>= 0) of the convex hull of at least one vertex.
struct RoundedHull {
  std::span<const Vec3> vertices;
  float radius = 0;
};

/// A mesh of a ShapeSet at `pose`, and all points within `radius` (>= 0) of it.
struct HullInstance {
  std::uint32_t mesh = 0;  ///< returned by ShapeSet::add_mesh
  Pose pose;
  float radius = 0;
};

/// The kind of a shape in a ShapeSet; `name` (sets.hpp) has its name. A volume is a ConvexVolume.
enum class ShapeKind : std::uint8_t {
  point,
  sphere,
  aabb,
  box,
  capsule,
  hull,
  volume,
  rounded_hull,
  hull_instance,
  ellipsoid,
  cylinder,
  cone
};

// ---- The plane ----
//
// 2D convex shapes, for crowds, maps and other flat worlds: circle, capsule, AABB, oriented box, ellipse, slice (vision
// cone), convex polygon. (views.hpp has views over arrays of circles, boxes and capsules that the caller owns.) Plain
// values: nothing here allocates or throws.
//
//   lockstep::Circle2 agent{.center = {1, 2}, .radius = 0.3F};
//   lockstep::Slice2 sight{.center = {1, 2}, .angle = 0.5F, .half_angle = 0.6F, .radius = 10};

/// A point or a direction of the plane, in the caller's unit of length. Finite coordinates up to `max_coordinate` are
/// valid.
struct Vec2 {
  float x = 0, y = 0;
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

/// A point or a direction of the plane in double.
struct Vec2d {
  double x = 0, y = 0;
  friend constexpr bool operator==(const Vec2d&, const Vec2d&) = default;
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

/// The kind of a shape in a ShapeSet2; `name` (sets.hpp) has its name.
enum class ShapeKind2 : std::uint8_t { circle, capsule, box, ellipse, slice, polygon };

}  // namespace lockstep
