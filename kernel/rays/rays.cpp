#include "lockstep/rays.hpp"

#include "base/call.hpp"
#include "rays/ray_checks.hpp"
#include "rays/ray_search.hpp"

namespace lockstep {

namespace {

using detail::FirstOfRay;
using detail::ray_tile;

/// Calls use(begin, count, found) for each tile of rays.
template <class Use>
void search_tiles(std::span<const Ray> rays, const ShapeSet& shapes, const RayOptions& options, bool any,
                  const Use& use) {
  const detail::RayJob contacts(shapes.store().view(), options.tolerance, options.isa);
  const detail::ShapeBoxes boxes(shapes.store());
  const detail::RaySearchJob job{contacts, contacts.points.closed.many, boxes, rays, options.filter, any};
  detail::for_each_part(detail::parts_of(rays.size(), ray_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * ray_tile, count = std::min(ray_tile, rays.size() - begin);
    std::array<FirstOfRay, ray_tile> found;
    detail::RaySearch(job, begin, count).run(found.data());
    use(begin, count, found.data());
  });
}

}  // namespace

void first_hits(std::span<const Ray> rays, const ShapeSet& shapes, const RayHits& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, out, options, shapes.size(), "one for each shape");
  search_tiles(rays, shapes, options, false, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    for (std::size_t i = 0; i < count; ++i) detail::write(found[i], begin + i, out);
  });
}

void any_hits(std::span<const Ray> rays, const ShapeSet& shapes, std::span<std::uint64_t> hits,
              const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, hits, options, shapes.size(), "one for each shape");
  search_tiles(rays, shapes, options, true, [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    hits[begin / ray_tile] = detail::word_of_hits(found, count, options.touching);
  });
}

}  // namespace lockstep
