// Shapes, and views over arrays of shapes that the caller owns.
//
//   lockstep::Sphere ball{.center = {1, 2, 3}, .radius = 0.5F};
//
//   std::vector<float> x, y, z, r;                                    // structure of arrays
//   lockstep::SphereView balls{.x = {x.data()}, .y = {y.data()}, .z = {z.data()}, .radius = {r.data()}, .count = x.size()};
//
//   struct Agent { float position[3], radius, speed; };               // array of structures: the same, with a stride
//   lockstep::SphereView crowd{.x = {&agents[0].position[0], sizeof(Agent)}, ...};
#pragma once

#include <cstddef>
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

/// The hull of two discs of `radius` (>= 0) about p0 and p1, at right angles to the axis between them: flat caps. The
/// ends must differ, or the discs would face nowhere.
struct Cylinder {
  Vec3 p0, p1;
  float radius = 0;
};

/// The hull of a disc of `radius` (>= 0) about `base`, at right angles to the axis, and of `apex`, which must not be
/// `base`.
struct Cone {
  Vec3 base, apex;
  float radius = 0;
};

/// The convex hull of at least one vertex. Interior, duplicate, collinear and coplanar vertices are legal.
struct ConvexHull {
  std::span<const Vec3> vertices;
};

/// One float per object: element i lies `i * stride` bytes after `data`. Any alignment and any stride (0 repeats one
/// value; negative runs backwards) are legal; a stride of 4 bytes is the fast one.
struct Stream {
  const float* data = nullptr;
  std::ptrdiff_t stride = sizeof(float);
};

struct SphereView {
  Stream x, y, z, radius;
  std::size_t count = 0;
};

struct AabbView {
  Stream min_x, min_y, min_z, max_x, max_y, max_z;
  std::size_t count = 0;
};

struct BoxView {
  Stream center_x, center_y, center_z;
  Stream rotation_x, rotation_y, rotation_z, rotation_w;
  Stream half_x, half_y, half_z;
  std::size_t count = 0;
};

}  // namespace lockstep
