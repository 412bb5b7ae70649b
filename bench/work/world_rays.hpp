// A field of objects of one kind, and rays that cross it between random places.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/shapes.hpp>

namespace lockstep::bench {

/// A regular icosahedron, turned: its corners, and the planes of its faces, n.(x - center) <= depth.
struct Icosahedron {
  static constexpr std::size_t corners = 12, faces = 20;
  Vec3 center;
  float depth;
  std::array<Vec3, corners> corner;
  std::array<Vec3, faces> normal;
};

/// Only one of these lists has objects.
struct WorldRayScene {
  std::vector<Sphere> spheres;
  std::vector<Aabb> boxes;
  std::vector<Icosahedron> hulls;
  std::vector<Ray> rays;

  [[nodiscard]] std::size_t size() const { return spheres.size() + boxes.size() + hulls.size(); }
  [[nodiscard]] ShapeSet set() const;
};

enum class FieldOf : std::uint8_t { spheres, boxes, hulls };

/// 100,000 objects one or two across, a thousand in each cube of 100, and 20,000 rays between any two places.
[[nodiscard]] WorldRayScene make_world_rays(FieldOf kind);

}  // namespace lockstep::bench
