#include "lockstep/rays.hpp"

#include "base/call.hpp"
#include "lockstep/world_rays.hpp"
#include "rays/all_boxes.hpp"
#include "rays/boxes_of_world.hpp"
#include "world/world_sort.hpp"

namespace lockstep {

namespace {

using detail::FirstOfRay;
using detail::ray_tile;

/// Calls use(begin, count, found) for each tile of rays.
template <class Source, class Objects, class Use>
void search_tiles(const detail::RaySearchJob& job, const Objects& objects, const Use& use) {
  detail::for_each_part(detail::parts_of(job.rays.size(), ray_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * ray_tile, count = std::min(ray_tile, job.rays.size() - begin);
    std::array<FirstOfRay, ray_tile> found;
    detail::RaySearch<Source>(job, objects, begin, count).run(found.data());
    use(begin, count, found.data());
  });
}

/// From so many rays and so many shapes on, a world is sorted sooner than each ray is held against each box.
constexpr std::size_t enough_rays = 512, enough_shapes = 512;

template <class Use>
void search(std::span<const Ray> rays, const ShapeSet& shapes, const RayOptions& options, bool any, const Use& use) {
  const detail::RaySearchJob job{{shapes.store().view(), options.tolerance, options.isa}, rays, options.filter, any};
  const detail::ShapeBoxes boxes(shapes.store());
  if (rays.size() >= enough_rays && boxes.count() >= enough_shapes) {
    const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
    const World::Store sorted = detail::store_of_boxes(boxes, kernels);
    return search_tiles<detail::CandidatesOfWorld>(job, detail::WorldOfRays(sorted, true, kernels), use);
  }
  search_tiles<detail::CandidatesOfAll>(job, detail::AllBoxes{boxes, job.contacts.points.closed.many}, use);
}

template <class Use>
void search(std::span<const Ray> rays, const World& world, const RayOptions& options, bool any, const Use& use) {
  const World::Store& store = world.store();
  const detail::ShapesView shapes = store.shapes ? store.shapes->store().view() : detail::ShapesView{};
  const detail::RaySearchJob job{{shapes, options.tolerance, options.isa}, rays, options.filter, any};
  const detail::WorldOfRays walked(store, store.shapes.has_value(),
                                   detail::kernels_for(detail::world_tables, options.isa));
  search_tiles<detail::CandidatesOfWorld>(job, walked, use);
}

/// Of a set or of a world.
template <class Shapes>
void find_first_hits(std::span<const Ray> rays, const Shapes& shapes, const RayHits& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, out, options, shapes.size(), "one for each shape");
  search(rays, shapes, options, false, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    for (std::size_t i = 0; i < count; ++i) detail::write(found[i], begin + i, out);
  });
}

template <class Shapes>
void find_any_hits(std::span<const Ray> rays, const Shapes& shapes, std::span<std::uint64_t> hits,
                   const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, hits, options, shapes.size(), "one for each shape");
  search(rays, shapes, options, true, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    hits[begin / ray_tile] = detail::word_of_hits(found, count, options.touching);
  });
}

}  // namespace

void first_hits(std::span<const Ray> rays, const ShapeSet& shapes, const RayHits& out, const RayOptions& options) {
  find_first_hits(rays, shapes, out, options);
}
void first_hits(std::span<const Ray> rays, const World& world, const RayHits& out, const RayOptions& options) {
  find_first_hits(rays, world, out, options);
}

void any_hits(std::span<const Ray> rays, const ShapeSet& shapes, std::span<std::uint64_t> hits,
              const RayOptions& options) {
  find_any_hits(rays, shapes, hits, options);
}
void any_hits(std::span<const Ray> rays, const World& world, std::span<std::uint64_t> hits, const RayOptions& options) {
  find_any_hits(rays, world, hits, options);
}

}  // namespace lockstep
