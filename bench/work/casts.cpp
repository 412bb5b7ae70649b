#include "work/casts.hpp"

#include <array>
#include <utility>

#include "work/random_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t cast_count = 100'000;
constexpr std::uint64_t seed = 20'240'301;

/// The start of two shapes and the motion of the first: towards a place that is up to `beside` off the other's centre
/// in each coordinate, and up to 40 % short of it or beyond it. `beside` makes half of them hit.
struct Course {
  Vec3 from, to, motion;

  Course(Random& random, float beside) : from(place(random)) {
    const Vec3 direction = random.direction();
    to = moved(from, direction, random.uniform(1.5F, 6));
    const Vec3 off = random.in_box({-beside, -beside, -beside}, {beside, beside, beside});
    const float part = random.uniform(0.6F, 1.4F);
    motion = {(to.x + off.x - from.x) * part, (to.y + off.y - from.y) * part, (to.z + off.z - from.z) * part};
  }
};

template <class Shape>
void add_at(std::vector<Shape>& shapes, Shape (*shape_at)(Random&, const Vec3&), Random& random, const Vec3& center) {
  shapes.push_back(shape_at(random, center));
}
void add_at(Hulls& hulls, void (*add)(Hulls&, Random&, const Vec3&), Random& random, const Vec3& center) {
  add(hulls, random, center);
}

/// Neighbours in memory: 0 moves towards 1, 2 towards 3, ...
template <class Shapes, class ShapeAt>
CastWorkload moving(Shapes shapes, ShapeAt shape_at, float beside) {
  Random random(seed);
  CastWorkload workload;
  for (std::uint32_t i = 0; i < cast_count; ++i) {
    const Course course(random, beside);
    add_at(shapes, shape_at, random, course.from);
    add_at(shapes, shape_at, random, course.to);
    workload.pairs.push_back({2 * i, 2 * i + 1});
    workload.motions.push_back(course.motion);
  }
  workload.shapes = std::move(shapes);
  return workload;
}

/// A shape for each ray.
template <class Shapes, class ShapeAt>
CastWorkload rays(Shapes shapes, ShapeAt shape_at, float beside) {
  Random random(seed);
  CastWorkload workload;
  for (std::uint32_t i = 0; i < cast_count; ++i) {
    const Course course(random, beside);
    add_at(shapes, shape_at, random, course.to);
    workload.pairs.push_back({i, i});
    workload.rays.push_back({course.from, course.motion});
  }
  workload.shapes = std::move(shapes);
  return workload;
}

constexpr std::array specs{
    CastWorkloadSpec{"sphere_sphere", CastKind::sphere, false,
                     [] { return moving(std::vector<Sphere>{}, sphere_at, 1.3F); }},
    CastWorkloadSpec{"aabb_aabb", CastKind::aabb, false, [] { return moving(std::vector<Aabb>{}, aabb_at, 1.6F); }},
    CastWorkloadSpec{"obb_obb", CastKind::box, false, [] { return moving(std::vector<Box>{}, box_at, 1.75F); }},
    CastWorkloadSpec{"capsule_capsule", CastKind::capsule, false,
                     [] { return moving(std::vector<Capsule>{}, capsule_at, 1.05F); }},
    CastWorkloadSpec{"hull8", CastKind::hull, false,
                     [] {
                       return moving(Hulls{8, {}}, add_hull, 1.1F);
                     }},
    CastWorkloadSpec{"hull32", CastKind::hull, false,
                     [] {
                       return moving(Hulls{32, {}}, add_hull, 1.4F);
                     }},
    CastWorkloadSpec{"ray_sphere", CastKind::sphere, true,
                     [] { return rays(std::vector<Sphere>{}, sphere_at, 0.65F); }},
    CastWorkloadSpec{"ray_aabb", CastKind::aabb, true, [] { return rays(std::vector<Aabb>{}, aabb_at, 0.75F); }},
    CastWorkloadSpec{"ray_obb", CastKind::box, true, [] { return rays(std::vector<Box>{}, box_at, 0.75F); }},
    CastWorkloadSpec{"ray_hull32", CastKind::hull, true,
                     [] {
                       return rays(Hulls{32, {}}, add_hull, 0.65F);
                     }},
};

}  // namespace

std::span<const CastWorkloadSpec> cast_workloads() { return specs; }

}  // namespace lockstep::bench
