#include "lockstep/rays.hpp"

#include <algorithm>
#include <optional>

#include "base/call.hpp"
#include "lockstep/world.hpp"
#include "rays/all_boxes.hpp"
#include "rays/boxes_of_world.hpp"
#include "rays/first_in_world.hpp"
#include "rays/hit_lists.hpp"
#include "rays/moving_rays.hpp"
#include "world/world_operations.hpp"
#include "world/world_sort.hpp"

namespace lockstep {

namespace {

using detail::FirstOfRay;
using detail::ray_tile;
using RaysInWorld = detail::CandidatesOfWorld<detail::MovingRays>;

/// With at least this number of rays and shapes, building a world is faster than testing each ray against
/// each box.
constexpr std::size_t enough_rays = 512, enough_shapes = 512;

template <class Visit>
void search(std::span<const Ray> rays, const ShapeSet& shapes, const RayOptions& options, bool any,
            const Visit& visit) {
  const detail::ShapesView view = shapes.store().view_with_positions();
  const detail::RaySearchJob job{{view, options.tolerance, options.isa, options.origin}, rays, options.filter, any};
  const detail::ShapeBoxes boxes(shapes.store(), options.origin);
  if (rays.size() >= enough_rays && boxes.count() >= enough_shapes) {
    const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
    const World::Store sorted = detail::store_of_boxes(boxes, kernels);
    return detail::search_tiles<RaysInWorld>(job, detail::WorldOfRays(sorted, true, kernels), visit);
  }
  detail::search_tiles<detail::CandidatesOfAll>(job, detail::AllBoxes{boxes, job.contacts.points.closed.many}, visit);
}

template <class Visit>
void search(std::span<const Ray> rays, const World& world, const RayOptions& options, bool any, const Visit& visit) {
  const World::Store& store = world.store();
  const detail::ShapesView shapes =
      store.shape_set() != nullptr ? store.shape_set()->store().view_with_positions() : detail::ShapesView{};
  const detail::RaySearchJob job{{shapes, options.tolerance, options.isa, options.origin}, rays, options.filter, any};
  const detail::WorldOfRays traversed(store, store.shape_set() != nullptr,
                                      detail::kernels_for(detail::world_tables, options.isa));
  const bool has_closed_forms = !traversed.of_shapes && options.origin == Vec3d{};
  detail::for_each_run_of_parts(detail::parts_of(rays.size(), ray_tile), [&](std::size_t first, std::size_t end) {
    std::optional<detail::FirstInWorld> in_world;
    for (std::size_t begin = first * ray_tile; begin < std::min(end * ray_tile, rays.size()); begin += ray_tile) {
      const std::size_t count = std::min(ray_tile, rays.size() - begin);
      visit(begin, count, [&](auto* found) {
        using Found = std::remove_pointer_t<decltype(found)>;
        if constexpr (std::is_same_v<Found, FirstOfRay>)
          if (has_closed_forms) {
            if (!in_world) in_world.emplace(job, traversed);
            return in_world->run(begin, count, found);
          }
        detail::RaySearch<RaysInWorld, Found>(job, traversed, begin, count).run(found);
      });
    }
  });
}

/// Rays of the plane are rays of space at z = 0.
template <class Visit>
void search(std::span<const Ray2> rays, const World2& world, const RayOptions& options, bool any, const Visit& visit) {
  detail::refuse_origin(options.origin);
  detail::ScratchVector<Ray> in_space(rays.size());
  std::transform(rays.begin(), rays.end(), in_space.begin(), [](const Ray2& ray) {
    return Ray{detail::at_no_height(ray.origin), detail::at_no_height(ray.motion)};
  });
  search(std::span<const Ray>(in_space), world.in_space(), options, any, visit);
}

bool is_of_bodies(const World& world) { return world.store().bodies.has_value(); }
bool is_of_bodies(const World2&) { return false; }
bool is_of_bodies(const ShapeSet&) { return false; }

}  // namespace

template <RayObjects T>
void first_hits(std::span<const RayOf<T>> rays, const T& objects, const RayHitsOf<T>& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, out, options, objects.size(), "one for each shape");
  search(rays, objects, options, false, detail::write_first(out));
}

template <RayObjects T>
void any_hits(std::span<const RayOf<T>> rays, const T& objects, std::span<std::uint64_t> hits,
              const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, hits, options, objects.size(), "one for each shape");
  search(rays, objects, options, true, detail::write_any(hits, options.touching));
}

template <RayObjects T>
HitLists all_hits(std::span<const RayOf<T>> rays, const T& objects, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_filter(options.filter, detail::Asked(rays), objects.size(), "one for each shape");
  detail::check_numbers(rays, options);
  return detail::all_lists(rays.size(), options.touching, is_of_bodies(objects),
                           [&](const auto& visit) { search(rays, objects, options, false, visit); });
}

template LOCKSTEP_API void first_hits(std::span<const Ray>, const ShapeSet&, const RayHits&, const RayOptions&);
template LOCKSTEP_API void first_hits(std::span<const Ray>, const World&, const RayHits&, const RayOptions&);
template LOCKSTEP_API void any_hits(std::span<const Ray>, const ShapeSet&, std::span<std::uint64_t>, const RayOptions&);
template LOCKSTEP_API void any_hits(std::span<const Ray>, const World&, std::span<std::uint64_t>, const RayOptions&);
template LOCKSTEP_API HitLists all_hits(std::span<const Ray>, const ShapeSet&, const RayOptions&);
template LOCKSTEP_API HitLists all_hits(std::span<const Ray>, const World&, const RayOptions&);
template LOCKSTEP_API void first_hits(std::span<const Ray2>, const World2&, const RayHits2&, const RayOptions&);
template LOCKSTEP_API void any_hits(std::span<const Ray2>, const World2&, std::span<std::uint64_t>, const RayOptions&);
template LOCKSTEP_API HitLists all_hits(std::span<const Ray2>, const World2&, const RayOptions&);

}  // namespace lockstep
