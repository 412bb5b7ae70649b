// Which triangle of a mesh does each ray hit first, or is there any?
#include "base/call.hpp"
#include "mesh/mesh_ray_search.hpp"

namespace lockstep {

namespace {

using detail::FirstOfRay;
using detail::ray_tile;

constexpr const char* each_triangle = "one for each triangle";

/// Calls use(begin, count, found) for each tile of rays.
template <class Use>
void search_tiles(std::span<const Ray> rays, const TriangleMesh& mesh, const RayOptions& options, bool any,
                  bool wants_places, const Use& use) {
  const detail::MeshRayJob job{mesh.store(),
                               mesh.store().tree(),
                               detail::kernels_for(detail::triangle_tables, options.isa),
                               detail::moved_distances<detail::InSpace>({}, {}, options.tolerance, options.isa),
                               rays,
                               options.filter,
                               options.tolerance,
                               any,
                               wants_places};
  detail::for_each_part(detail::parts_of(rays.size(), ray_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * ray_tile, count = std::min(ray_tile, rays.size() - begin);
    std::array<FirstOfRay, ray_tile> found;
    detail::MeshRaySearch(job, begin, count).run(found.data());
    use(begin, count, found.data());
  });
}

}  // namespace

void first_hits(std::span<const Ray> rays, const TriangleMesh& mesh, const RayHits& out, const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, out, options, mesh.size(), each_triangle);
  const bool wants_places = !out.points.empty() || !out.normals.empty();
  const auto use = [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    for (std::size_t i = 0; i < count; ++i) detail::write(found[i], begin + i, out);
  };
  search_tiles(rays, mesh, options, false, wants_places, use);
}

void any_hits(std::span<const Ray> rays, const TriangleMesh& mesh, std::span<std::uint64_t> hits,
              const RayOptions& options) {
  const detail::Call call(options.executor);
  detail::check_hits(rays, hits, options, mesh.size(), each_triangle);
  const auto use = [&](std::size_t begin, std::size_t count, const FirstOfRay* found) {
    hits[begin / ray_tile] = detail::word_of_hits(found, count, options.touching);
  };
  search_tiles(rays, mesh, options, true, false, use);
}

}  // namespace lockstep
