// Ray casts against a mesh: the first hit of each ray, whether there is any, or all.
#include <type_traits>

#include "base/call.hpp"
#include "mesh/mesh_ray_search.hpp"
#include "rays/hit_lists.hpp"

namespace lockstep {

namespace {

constexpr std::size_t tile_size = detail::TriangleRays::most;
static_assert(tile_size % detail::ray_tile == 0 && tile_size <= detail::most_of_tile);

constexpr const char* each_triangle = "one for each triangle";

/// The output that a call wants of each ray.
struct Wanted {
  bool any = false, every = false, places = false;
};

/// Calls visit(begin, count, find) for each tile of rays; find(found) fills `found` with the results of its rays.
template <class Visit>
void search_tiles(std::span<const Ray> rays, const TriangleMesh& mesh, const RayOptions& options, const Wanted& wanted,
                  const Visit& visit) {
  detail::refuse_origin(options.origin);
  const detail::MeshRayJob job{mesh.store(),
                               mesh.store().tree(),
                               detail::kernels_for(detail::triangle_tables, options.isa),
                               detail::moved_distances<detail::InSpace>({}, {}, options.tolerance, options.isa),
                               rays,
                               options.filter,
                               options.tolerance,
                               wanted.any,
                               wanted.every,
                               wanted.places};
  detail::for_each_part(detail::parts_of(rays.size(), tile_size), [&](std::size_t tile) {
    const std::size_t begin = tile * tile_size, count = std::min(tile_size, rays.size() - begin);
    visit(begin, count, [&](auto* found) {
      detail::MeshRaySearch<std::remove_pointer_t<decltype(found)>>(job, begin, count).run(found);
    });
  });
}

}  // namespace

template <>
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const TriangleMesh& mesh, const RayHits& out,
                             const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, out, options, mesh.size(), each_triangle);
  const bool wants_places = !out.points.empty() || !out.normals.empty();
  search_tiles(rays, mesh, options, {.places = wants_places}, detail::write_first(out));
}

template <>
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const TriangleMesh& mesh, std::span<std::uint64_t> hits,
                           const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, hits, options, mesh.size(), each_triangle);
  search_tiles(rays, mesh, options, {.any = true}, detail::write_any(hits, options.touching));
}

template <>
LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const TriangleMesh& mesh, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_filter(options.filter, detail::Asked(rays), mesh.size(), each_triangle);
  detail::check_numbers(rays, options);
  return detail::all_lists(rays.size(), options.touching, false,
                           [&](const auto& visit) { search_tiles(rays, mesh, options, {.every = true}, visit); });
}

}  // namespace lockstep
