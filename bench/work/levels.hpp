// Static levels, and the queries about them. Every method gets the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/shapes.hpp>

#include "work/scenes.hpp"

namespace lockstep::bench {

/// 100,000 boxes, and 1,000 spheres and as many capsules among them. A sphere overlaps one box, on average.
struct BoxLevel {
  AabbColumns boxes;
  std::vector<Sphere> spheres;
  std::vector<Capsule> capsules;
};
[[nodiscard]] const BoxLevel& box_level();

/// A level that 1,000 characters stand on: smooth hills of 100,352 triangles, two for each square metre. Their lower
/// ends sink in or hang above by up to a decimetre.
struct TriangleLevel {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;  ///< three for each triangle
  std::vector<Capsule> capsules;
  [[nodiscard]] std::size_t triangle_count() const { return indices.size() / 3; }
};
[[nodiscard]] const TriangleLevel& triangle_level();

/// The plain test, as every programmer writes it.
inline bool meet(const Sphere& sphere, const Aabb& box) {
  const auto way = [](float p, float low, float high) {
    const float before = low - p, behind = p - high, more = before > behind ? before : behind;
    return more > 0 ? more : 0.0F;
  };
  const float x = way(sphere.center.x, box.min.x, box.max.x), y = way(sphere.center.y, box.min.y, box.max.y),
              z = way(sphere.center.z, box.min.z, box.max.z);
  return x * x + y * y + z * z <= sphere.radius * sphere.radius;
}

}  // namespace lockstep::bench
