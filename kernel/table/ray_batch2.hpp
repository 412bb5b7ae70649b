// Batches of rays of the plane, and of plane shapes that are cast along rays, as ray_batch.hpp has them for space.
// Plain data: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/ray_batch.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

/// A ray, by its origin and its motion, and the shape that it may hit.
struct RayQuery2 {
  const Record2* shape;
  const float* ray;
};

/// Rays and shapes of one kind. Points and normals in `out` are two numbers each.
struct RayBatch2 {
  const RayQuery2* queries;
  int count;
  ShapesView2 shapes;
  HitPlaces out;
  const Vec3d* origin = nullptr;  // as in RayBatch
};

/// Two kinds of shape, the moving one first.
enum class ClosedCast2 : std::uint8_t { two_circles, circle_to_capsule, capsule_to_circle, two_boxes };
inline constexpr int closed_casts2 = 4;

struct MovingQuery2 {
  const Record2 *a, *b;
  const float* motion;  // of a, two numbers
};

struct MovingBatch2 {
  const MovingQuery2* queries;
  int count;
  HitPlaces out;
  ShapesView2 first, second;
};

/// A closed form for each kind of shape; null for kinds without one. Returns the number of open queries.
struct PlaneRayKernels {
  int (*of[shape_kinds2])(const RayBatch2&);
  int (*moving[closed_casts2])(const MovingBatch2&);
};

}  // namespace lockstep::detail
