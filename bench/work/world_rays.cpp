#include "work/world_rays.hpp"

#include <cmath>

#include "work/random.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t object_count = 100'000, ray_count = 20'000;
constexpr float side = 464;

Vec3 turned(const Quat& q, const Vec3& v) {
  const Vec3 t{2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z), 2 * (q.x * v.y - q.y * v.x)};
  return {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
          v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

/// Corners at (0, 1, phi) and its permutations; faces across (1, 1, 1) and (0, 1 / phi, phi).
Icosahedron make_icosahedron(const Vec3& center, float radius, const Quat& turn) {
  const float phi = 0.5F * (1 + std::sqrt(5.0F)), scale = radius / std::sqrt(1 + phi * phi);
  const float depth = radius * 0.7946545F, unit = 1 / std::sqrt(3.0F);  // of the inscribed sphere, as a share of the
                                                                        // circumscribed one's
  Icosahedron made{center, depth, {}, {}};
  std::size_t corner = 0, face = 0;
  const auto cycled = [](const Vec3& v, int by) {
    return by == 0 ? v : by == 1 ? Vec3{v.y, v.z, v.x} : Vec3{v.z, v.x, v.y};
  };
  for (const float a : {-1.0F, 1.0F})
    for (const float b : {-1.0F, 1.0F}) {
      for (int by = 0; by < 3; ++by) {
        const Vec3 v = turned(turn, cycled({0, a * scale, b * phi * scale}, by));
        made.corner[corner++] = {center.x + v.x, center.y + v.y, center.z + v.z};
        made.normal[face++] = turned(turn, cycled({0, b * phi * unit, a * unit / phi}, by));
      }
      for (const float c : {-1.0F, 1.0F}) made.normal[face++] = turned(turn, {a * unit, b * unit, c * unit});
    }
  return made;
}

}  // namespace

ShapeSet WorldRayScene::set() const {
  ShapeSet set;
  for (const Sphere& sphere : spheres) set.add(sphere);
  for (const Aabb& box : boxes) set.add(box);
  for (const Icosahedron& hull : hulls) set.add(ConvexHull{hull.corner});
  return set;
}

WorldRayScene make_world_rays(FieldOf kind) {
  Random random(190);
  WorldRayScene scene;
  const Vec3 low{0, 0, 0}, high{side, side, side};
  for (std::size_t i = 0; i < object_count; ++i) {
    const Vec3 center = random.in_box(low, high);
    const float radius = random.uniform(0.5F, 1);
    if (kind == FieldOf::spheres) scene.spheres.push_back({center, radius});
    if (kind == FieldOf::hulls) scene.hulls.push_back(make_icosahedron(center, radius, random.rotation()));
    if (kind != FieldOf::boxes) continue;
    const Vec3 half = random.in_box({0.5F, 0.5F, 0.5F}, {1, 1, 1});
    scene.boxes.push_back({{center.x - half.x, center.y - half.y, center.z - half.z},
                           {center.x + half.x, center.y + half.y, center.z + half.z}});
  }
  for (std::size_t i = 0; i < ray_count; ++i) {
    const Vec3 from = random.in_box(low, high), to = random.in_box(low, high);
    scene.rays.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}});
  }
  return scene;
}

}  // namespace lockstep::bench
