// A kept world of the plane, implemented by a world of space.
#include "lockstep/world.hpp"

#include <algorithm>

#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/scratch.hpp"
#include "lockstep/rays.hpp"
#include "views/plane_streams.hpp"
#include "world/world_input.hpp"
#include "world/world_operations.hpp"

namespace lockstep {

using detail::BoxesOfPlane;
using detail::Call;

namespace {

/// The boxes of a plane view, after a check that their count is valid.
BoxesOfPlane boxes_of(const Aabb2View& objects) {
  detail::check_count(detail::streams_of(objects).name, objects.count);
  return BoxesOfPlane(objects);
}

detail::ScratchVector<Vec3> in_space(std::span<const Vec2> points) {
  detail::ScratchVector<Vec3> places(points.size());
  std::transform(points.begin(), points.end(), places.begin(), detail::at_no_height);
  return places;
}

}  // namespace

World2::World2() { world_.store_->in_plane = true; }

World2::World2(const CircleView& objects, const WorldOptions& options) {
  *world_.store_ = detail::build_world(detail::streams_in_space(objects), options);
  world_.store_->in_plane = true;
}

World2::World2(const Aabb2View& objects, const WorldOptions& options) {
  const Call call(options.executor);
  *world_.store_ = detail::build_world(boxes_of(objects).streams(), options);
  world_.store_->in_plane = true;
}

void World2::move(const CircleView& objects, const WorldOptions& options) {
  detail::move_all(*world_.store_, detail::streams_in_space(objects), options);
}

void World2::move(const Aabb2View& objects, const WorldOptions& options) {
  const Call call(options.executor);
  detail::move_all(*world_.store_, boxes_of(objects).streams(), options);
}

void World2::move(std::span<const std::uint32_t> indices, const CircleView& objects, const WorldOptions& options) {
  detail::move_some(*world_.store_, indices, detail::streams_in_space(objects), options);
}

void World2::move(std::span<const std::uint32_t> indices, const Aabb2View& objects, const WorldOptions& options) {
  const Call call(options.executor);
  detail::move_some(*world_.store_, indices, boxes_of(objects).streams(), options);
}

std::vector<std::uint32_t> World2::add(const CircleView& objects, const WorldOptions& options) {
  return detail::add_objects(*world_.store_, detail::streams_in_space(objects), options);
}

std::vector<std::uint32_t> World2::add(const Aabb2View& objects, const WorldOptions& options) {
  const Call call(options.executor);
  return detail::add_objects(*world_.store_, boxes_of(objects).streams(), options);
}

template <>
LOCKSTEP_API ObjectLists within(const World2& world, std::span<const Vec2> points, float distance,
                                const NearOptions& options) {
  if (options.cell) {
    constexpr float no_radius = 0;
    const auto number = [&](const float Vec2::*k) {
      return Stream{points.empty() ? nullptr : &(points[0].*k), sizeof(Vec2)};
    };
    return within(world, CircleView{number(&Vec2::x), number(&Vec2::y), {&no_radius, 0}, points.size()}, distance,
                  options);
  }
  const Call call(options.executor);
  return within(world.in_space(), in_space(points), distance, options);
}

template <>
LOCKSTEP_API void nearest(const World2& world, std::span<const Vec2> points, std::size_t k, const NearestOutput& out,
                          const NearOptions& options) {
  const Call call(options.executor);
  // Further checks run on the copies of the points.
  detail::check_blocks({{"points", points},
                        {"objects", out.objects, false},
                        {"distances", out.distances, false},
                        {"shifts", out.shifts, false}});
  nearest(world.in_space(), in_space(points), k, out, options);
}

}  // namespace lockstep
