// Shapes of about unit size, at random.
#pragma once

#include "work/random.hpp"
#include "work/reference_shapes.hpp"
#include "work/workloads.hpp"

namespace lockstep::bench {

inline Vec3 moved(const Vec3& from, const Vec3& direction, float distance) {
  return {from.x + direction.x * distance, from.y + direction.y * distance, from.z + direction.z * distance};
}

/// The position of the first shape of a pair: some distance from the origin, as in a world.
inline Vec3 place(Random& random) { return random.in_box({-10, -10, -10}, {10, 10, 10}); }

// Shapes of about unit size, centred at `center`.

inline Sphere sphere_at(Random& random, const Vec3& center) { return {center, random.uniform(0.2F, 1)}; }

inline Aabb aabb_at(Random& random, const Vec3& center) {
  const Vec3 half = random.in_box({0.2F, 0.2F, 0.2F}, {1, 1, 1});
  return {{center.x - half.x, center.y - half.y, center.z - half.z},
          {center.x + half.x, center.y + half.y, center.z + half.z}};
}

inline Box box_at(Random& random, const Vec3& center) {
  const Quat rotation = random.rotation();
  return {center, rotation, random.in_box({0.2F, 0.2F, 0.2F}, {1, 1, 1})};
}

inline Capsule capsule_at(Random& random, const Vec3& center) {
  const Vec3 axis = random.direction();
  const float half_length = random.uniform(0.2F, 1);
  return {moved(center, axis, half_length), moved(center, axis, -half_length), random.uniform(0.1F, 0.5F)};
}

/// Random points on a random ellipsoid.
inline void add_hull(Hulls& hulls, Random& random, const Vec3& center) {
  const Vec3 half_axes = random.in_box({0.4F, 0.4F, 0.4F}, {1, 1, 1});
  const auto axes = reference::rotation_axes(quaternion<float>(random.rotation()));
  for (std::size_t i = 0; i < hulls.vertices_each; ++i) {
    const Vec3 d = random.direction();
    const auto p = reference::to_world(axes, {d.x * half_axes.x, d.y * half_axes.y, d.z * half_axes.z});
    hulls.vertices.push_back({center.x + p.x, center.y + p.y, center.z + p.z});
  }
}

}  // namespace lockstep::bench
