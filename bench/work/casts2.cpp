#include <array>
#include <cmath>
#include <utility>

#include "work/casts.hpp"
#include "work/random_shapes2.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t cast_count = 100'000;
constexpr std::uint64_t seed = 20'240'302;

/// As in space (casts.cpp).
struct Course2 {
  Vec2 from, to, motion;

  Course2(Random& random, float beside) {
    const Vec3 place = random.in_box({-10, -10, 0}, {10, 10, 0});
    const float direction = angle(random), distance = random.uniform(1.5F, 6);
    from = {place.x, place.y};
    to = {place.x + distance * std::cos(direction), place.y + distance * std::sin(direction)};
    const Vec3 off = random.in_box({-beside, -beside, 0}, {beside, beside, 0});
    const float part = random.uniform(0.6F, 1.4F);
    motion = {(to.x + off.x - from.x) * part, (to.y + off.y - from.y) * part};
  }
};

/// Neighbours in memory: 0 moves towards 1, 2 towards 3, ...
template <class Shape>
CastWorkload2 moving(Shape (*shape_at)(Random&, const Vec2&), float beside) {
  Random random(seed);
  CastWorkload2 workload;
  std::vector<Shape> shapes;
  for (std::uint32_t i = 0; i < cast_count; ++i) {
    const Course2 course(random, beside);
    shapes.push_back(shape_at(random, course.from)), shapes.push_back(shape_at(random, course.to));
    workload.pairs.push_back({2 * i, 2 * i + 1});
    workload.motions.push_back(course.motion);
  }
  workload.shapes = std::move(shapes);
  return workload;
}

/// A shape for each ray.
template <class Shape>
CastWorkload2 rays(Shape (*shape_at)(Random&, const Vec2&), float beside) {
  Random random(seed);
  CastWorkload2 workload;
  std::vector<Shape> shapes;
  for (std::uint32_t i = 0; i < cast_count; ++i) {
    const Course2 course(random, beside);
    shapes.push_back(shape_at(random, course.to));
    workload.pairs.push_back({i, i});
    workload.rays.push_back({course.from, course.motion});
  }
  workload.shapes = std::move(shapes);
  return workload;
}

constexpr std::array specs{
    CastWorkloadSpec2{"plane_circle_circle", [] { return moving(circle_at, 2.0F); }},
    CastWorkloadSpec2{"plane_box_box", [] { return moving(box_at, 2.6F); }},
    CastWorkloadSpec2{"plane_ray_circle", [] { return rays(circle_at, 1.0F); }},
    CastWorkloadSpec2{"plane_ray_box", [] { return rays(box_at, 1.1F); }},
};

}  // namespace

std::span<const CastWorkloadSpec2> cast_workloads2() { return specs; }

}  // namespace lockstep::bench
