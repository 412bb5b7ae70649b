// Queries of points or shapes on a kept world: `within` a distance, and `nearest` neighbours.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "lockstep/overlap.hpp"
#include "lockstep/world.hpp"
#include "overlap/nearest_bodies.hpp"
#include "overlap/nearest_in_cell.hpp"
#include "overlap/nearest_shapes.hpp"
#include "world/point_queries.hpp"
#include "world/world_input.hpp"

namespace lockstep {

namespace {

/// Floats relative to an origin, or doubles.
struct NearPoints {
  std::span<const Vec3> floats = {};
  std::span<const Vec3d> doubles = {};
  Vec3d start = {};

  [[nodiscard]] std::size_t size() const { return floats.size() + doubles.size(); }
  [[nodiscard]] Vec3 own(std::size_t i) const { return doubles.empty() ? floats[i] : Vec3{}; }
  [[nodiscard]] const Vec3d& origin(std::size_t i) const { return doubles.empty() ? start : doubles[i]; }
};

template <class Point>
void check_points(std::span<const Point> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y, z] = points[i];
    constexpr bool of_doubles = std::is_same_v<Point, Vec3d>;
    constexpr auto most = static_cast<decltype(x)>(max_coordinate);
    const auto is_good = [](auto c) { return std::abs(c) <= most && (!of_doubles || detail::is_position(c)); };
    if (is_good(x) && is_good(y) && is_good(z)) continue;
    const std::string name = "points[" + std::to_string(i) + "]";
    if constexpr (of_doubles)
      detail::check_position(points[i], name);
    else
      detail::check_vec3(points[i], name);
  }
}

/// Points as shapes of a set.
ShapeSet placed(const NearPoints& points) {
  ShapeSet set;
  set.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    set.place(set.add(Sphere{points.own(i), 0}, Check::none), points.origin(i), Check::none);
  return set;
}

/// Neighbours in space after each other.
detail::ScratchVector<std::uint32_t> order_of(const NearPoints& points) {
  if (points.doubles.empty()) return detail::order_of_points(points.floats);
  const auto [x, y, z] = points.doubles[0];
  detail::ScratchVector<Vec3> near;
  for (const Vec3d& p : points.doubles)
    near.push_back({static_cast<float>(p.x - x), static_cast<float>(p.y - y), static_cast<float>(p.z - z)});
  return detail::order_of_points(near);
}

/// Objects of views are compared with floats.
void require_shapes(const World::Store& store, std::span<const Vec3d> points) {
  if (store.shape_set() == nullptr && !store.position.empty() && !points.empty())
    throw InvalidInput(std::string("points: are doubles, and the world is one of ") + store.objects_name() +
                       ": give floats, or make the world of a ShapeSet");
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
  return overlapping(world, shapes,
                     {.margin = distance,
                      .touching = options.touching,
                      .isa = options.isa,
                      .executor = options.executor,
                      .cell = options.cell});
}

/// `searcher()` makes a NearestShapes, NearestBodies or NearestInCell.
template <class Searcher>
void nearest_by(const Searcher& searcher, const NearPoints& points, std::size_t k, const NearestOutput& out) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const detail::ScratchVector<std::uint32_t> order = order_of(points);
  detail::for_each_range(points.size(), 64, [&](std::size_t begin, std::size_t end) {
    auto nearest = searcher();
    for (const std::uint32_t i : std::span(order).subspan(begin, end - begin)) {
      const std::span<const detail::NearShape> found = nearest(points.own(i), points.origin(i), i);
      for (std::size_t j = 0; j < k; ++j) {
        const bool is_there = j < found.size();
        out.objects[i * k + j] = is_there ? found[j].index : no_object;
        if (!out.distances.empty())
          out.distances[i * k + j] = is_there ? found[j].distance : Interval{infinity, infinity};
        const detail::Cells by = is_there ? found[j].by : detail::Cells{};
        if (!out.shifts.empty()) out.shifts[i * k + j] = {-by[0], -by[1], -by[2]};
      }
    }
  });
}

/// An image may have too many digits for an answer: nothing is written before all are known.
void nearest_images(const World::Store& store, const NearPoints& points, std::size_t k, const NearestOutput& out,
                    const NearOptions& options) {
  std::vector<std::uint32_t> objects(out.objects.size());
  std::vector<Interval> distances(out.distances.size());
  std::vector<std::array<std::int32_t, 3>> shifts(out.shifts.size());
  const detail::CellFrame frame = detail::frame_of(*options.cell);
  const detail::WorldRegion world(store, frame);
  const auto searcher = [&] { return detail::NearestInCell(store, k, options, frame, world); };
  nearest_by(searcher, points, k, {objects, distances, shifts});
  std::copy(objects.begin(), objects.end(), out.objects.begin());
  std::copy(distances.begin(), distances.end(), out.distances.begin());
  std::copy(shifts.begin(), shifts.end(), out.shifts.begin());
}

void nearest_shapes(const World::Store& store, const NearPoints& points, std::size_t k, const NearestOutput& out,
                    const NearOptions& options) {
  if (options.cell && store.shapes) return nearest_images(store, points, k, out, options);
  if (store.bodies) return nearest_by([&] { return detail::NearestBodies(store, k, options); }, points, k, out);
  if (store.shapes) return nearest_by([&] { return detail::NearestShapes(store, k, options); }, points, k, out);
  constexpr double infinity = std::numeric_limits<double>::infinity();  // a world without objects
  std::fill(out.objects.begin(), out.objects.end(), no_object);
  std::fill(out.distances.begin(), out.distances.end(), Interval{infinity, infinity});
  std::fill(out.shifts.begin(), out.shifts.end(), std::array<std::int32_t, 3>{});
}

template <class Point>
void check_nearest(const World::Store& store, std::span<const Point> points, std::size_t k, const NearestOutput& out,
                   const NearOptions& options) {
  if (options.cell) (void)detail::frame_of(*options.cell);  // throws if it is invalid
  if (options.cell && (store.bodies || (!store.shapes && store.count != 0)))
    throw InvalidInput(std::string("options.cell: `nearest` takes one in a world of a ShapeSet, and this one is of ") +
                       store.objects_name());
  check_points(points);
  check_output(out.objects.size(), points.size(), k, "objects");
  if (!out.distances.empty()) check_output(out.distances.size(), points.size(), k, "distances");
  if (!out.shifts.empty()) check_output(out.shifts.size(), points.size(), k, "shifts");
  detail::check_blocks({{"points", points},
                        {"objects", out.objects, false},
                        {"distances", out.distances, false},
                        {"shifts", out.shifts, false}});
}

void require_no_origin(const NearOptions& options) {
  if (options.origin != Vec3d{})
    throw InvalidInput("options.origin: is for points in float; shapes and doubles have their own positions");
}

}  // namespace

template <>
LOCKSTEP_API ObjectLists within(const World& world, std::span<const Vec3> points, float distance,
                                const NearOptions& options) {
  detail::check_origin(world.store(), options.origin);
  if (!options.cell && (world.store().shape_set() == nullptr || points.empty())) {
    const detail::Call call(options.executor);
    check_points(points);
    detail::check_length(distance, "distance");
    return detail::exactly_within(world.store(), points, distance, options);
  }
  check_points(points);
  if (options.origin != Vec3d{} || points.empty())
    return within_margin(world, placed({points, {}, options.origin}), distance, options);
  constexpr float no_radius = 0;
  const auto number = [&](const float Vec3::*k) { return Stream{&(points[0].*k), sizeof(Vec3)}; };
  return within_margin(world,
                       SphereView{number(&Vec3::x), number(&Vec3::y), number(&Vec3::z), {&no_radius, 0}, points.size()},
                       distance, options);
}

template <QueryShapes T>
ObjectLists within(const WorldOf<T>& world, const T& shapes, float distance, const NearOptions& options) {
  require_no_origin(options);
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
  check_nearest(world.store(), points, k, out, options);
  detail::check_origin(world.store(), options.origin);
  if (world.store().shape_set() != nullptr)
    return nearest_shapes(world.store(), {points, {}, options.origin}, k, out, options);
  detail::find_nearest(world.store(), points, k, out, options);
  std::fill(out.shifts.begin(), out.shifts.end(), std::array<std::int32_t, 3>{});
}

ObjectLists within(const World& world, std::span<const Vec3d> points, float distance, const NearOptions& options) {
  if (!options.cell) require_shapes(world.store(), points);
  check_points(points);
  require_no_origin(options);
  return within_margin(world, placed({{}, points}), distance, options);
}

void nearest(const World& world, std::span<const Vec3d> points, std::size_t k, const NearestOutput& out,
             const NearOptions& options) {
  const detail::Call call(options.executor);
  require_shapes(world.store(), points);
  check_nearest(world.store(), points, k, out, options);
  require_no_origin(options);
  nearest_shapes(world.store(), {{}, points}, k, out, options);
}

}  // namespace lockstep
