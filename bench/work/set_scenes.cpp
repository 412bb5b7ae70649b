#include "work/set_scenes.hpp"

#include <array>

#include <lockstep/reference/vector.hpp>

#include "work/random.hpp"
#include "work/reference_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t object_count = 100'000, camera_count = 64;

/// Random points on an ellipsoid.
void add_hull(ShapeSet& set, Random& random, const Vec3& center, const Vec3& half) {
  const auto axes = reference::rotation_axes(quaternion<float>(random.rotation()));
  std::array<Vec3, 12> points{};
  for (Vec3& point : points) {
    const Vec3 d = random.direction();
    const auto p = reference::to_world(axes, {d.x * half.x, d.y * half.y, d.z * half.z});
    point = {center.x + p.x, center.y + p.y, center.z + p.z};
  }
  set.add(ConvexHull{points});
}

void add_shape(ShapeSet& set, Random& random, const Vec3& center) {
  const std::size_t kind = set.size() % 4;
  const Vec3 half = half_extents(random);
  if (kind == 0) set.add(Sphere{center, half.x});
  if (kind == 1) set.add(Box{center, random.rotation(), half});
  if (kind == 2) {
    const Vec3 axis = random.direction(), to{axis.x * half.x, axis.y * half.x, axis.z * half.x};
    set.add(Capsule{{center.x - to.x, center.y - to.y, center.z - to.z},
                    {center.x + to.x, center.y + to.y, center.z + to.z},
                    half.y});
  }
  if (kind == 3) add_hull(set, random, center, half);
}

void add_body(BodySet& set, Random& random, const Vec3& center) {
  const Vec3 half = half_extents(random);
  const BodyPart parts[] = {Box{{0, 0, 0}, {}, half},
                            Capsule{{-1.5F * half.x, 0, 0}, {1.5F * half.x, 0, 0}, 0.25F * half.y},
                            Sphere{{0, half.y, 0}, 0.5F * half.z}};
  set.add(parts, {.position = center, .rotation = random.rotation()});
}

}  // namespace

SetScene make_set_scene(SetOf kind, bool narrow) {
  Random random(191);
  SetScene scene{kind, {}, {}, make_cameras(random, camera_count, narrow ? 10 : 1)};
  while (scene.size() < object_count) {
    const Vec3 center = random.in_box(field_low, field_high);
    if (kind == SetOf::shapes)
      add_shape(scene.shapes, random, center);
    else
      add_body(scene.bodies, random, center);
  }
  return scene;
}

}  // namespace lockstep::bench
