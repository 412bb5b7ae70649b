// Queries of points or shapes on a kept world: `within` a distance, and `nearest` neighbours.
#include <algorithm>
#include <limits>
#include <string>

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/world.hpp"
#include "overlap/nearest_bodies.hpp"
#include "overlap/nearest_shapes.hpp"
#include "world/point_queries.hpp"
#include "world/world_input.hpp"

namespace lockstep {

namespace {

void check_points(std::span<const Vec3> points) {
  const auto bad = std::find_if_not(points.begin(), points.end(), detail::is_valid_vec3);
  if (bad != points.end()) detail::check_vec3(*bad, "points[" + std::to_string(bad - points.begin()) + "]");
}

/// Points as shapes of a set.
ShapeSet placed(std::span<const Vec3> points, const Vec3d& origin) {
  ShapeSet set;
  set.reserve(points.size());
  for (const Vec3& point : points) set.place(set.add(Sphere{point, 0}, Check::none), origin, Check::none);
  return set;
}

void check_output(std::size_t given, std::size_t points, std::size_t k, const char* what) {
  std::size_t needed = 0;
  if (!__builtin_mul_overflow(points, k, &needed) && given == needed) return;
  throw InvalidInput(std::string(what) + ": has " + std::to_string(given) + " elements, needs " + std::to_string(k) +
                     " for each of the " + std::to_string(points) + " points");
}

/// Shapes within a distance are those that overlap with that distance as margin.
template <class AnyWorld, class Shapes>
ObjectLists within_margin(const AnyWorld& world, const Shapes& shapes, float distance, const NearOptions& options) {
  detail::check_length(distance, "distance");
  return overlapping(
      world, shapes,
      {.margin = distance, .touching = options.touching, .isa = options.isa, .executor = options.executor});
}

/// `Nearest` is NearestShapes or NearestBodies.
template <class Nearest>
void nearest_in(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                const NearOptions& options) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const detail::ScratchVector<std::uint32_t> order = detail::order_of_points(points);
  detail::for_each_range(points.size(), 64, [&](std::size_t begin, std::size_t end) {
    Nearest nearest(store, k, options);
    for (const std::uint32_t i : std::span(order).subspan(begin, end - begin)) {
      const std::span<const detail::NearShape> found = nearest(points[i]);
      for (std::size_t j = 0; j < k; ++j) {
        const bool is_there = j < found.size();
        out.objects[i * k + j] = is_there ? found[j].index : no_object;
        if (!out.distances.empty())
          out.distances[i * k + j] = is_there ? found[j].distance : Interval{infinity, infinity};
      }
    }
  });
}

}  // namespace

template <>
LOCKSTEP_API ObjectLists within(const World& world, std::span<const Vec3> points, float distance,
                                const NearOptions& options) {
  detail::check_origin(world.store(), options.origin);
  if (world.store().shape_set() == nullptr || points.empty()) {
    const detail::Call call(options.executor);
    check_points(points);
    detail::check_length(distance, "distance");
    return detail::exactly_within(world.store(), points, distance, options);
  }
  check_points(points);
  if (options.origin != Vec3d{}) return within_margin(world, placed(points, options.origin), distance, options);
  constexpr float no_radius = 0;
  const auto number = [&](const float Vec3::*k) { return Stream{&(points[0].*k), sizeof(Vec3)}; };
  return within_margin(world,
                       SphereView{number(&Vec3::x), number(&Vec3::y), number(&Vec3::z), {&no_radius, 0}, points.size()},
                       distance, options);
}

template <QueryShapes T>
ObjectLists within(const WorldOf<T>& world, const T& shapes, float distance, const NearOptions& options) {
  if (options.origin != Vec3d{}) throw InvalidInput("options.origin: is for points; shapes have their own positions");
  return within_margin(world, shapes, distance, options);
}
template LOCKSTEP_API ObjectLists within(const World&, const SphereView&, float, const NearOptions&);
template LOCKSTEP_API ObjectLists within(const World&, const AabbView&, float, const NearOptions&);
template LOCKSTEP_API ObjectLists within(const World&, const ShapeSet&, float, const NearOptions&);
template LOCKSTEP_API ObjectLists within(const World2&, const CircleView&, float, const NearOptions&);
template LOCKSTEP_API ObjectLists within(const World2&, const Aabb2View&, float, const NearOptions&);

template <>
LOCKSTEP_API void nearest(const World& world, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options) {
  const detail::Call call(options.executor);
  check_points(points);
  detail::check_origin(world.store(), options.origin);
  check_output(out.objects.size(), points.size(), k, "objects");
  if (!out.distances.empty()) check_output(out.distances.size(), points.size(), k, "distances");
  detail::check_blocks({{"points", points}, {"objects", out.objects, false}, {"distances", out.distances, false}});
  const World::Store& store = world.store();
  if (store.bodies)
    nearest_in<detail::NearestBodies>(store, points, k, out, options);
  else if (store.shapes)
    nearest_in<detail::NearestShapes>(store, points, k, out, options);
  else
    detail::find_nearest(store, points, k, out, options);
}

}  // namespace lockstep
