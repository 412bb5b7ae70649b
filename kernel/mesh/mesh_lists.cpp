// Lists of pairs of a shape, or a ray, and a triangle.
#include "base/call.hpp"
#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"
#include "contacts/contact_list.hpp"
#include "distance/distance_sets.hpp"
#include "mesh/made_triangles.hpp"
#include "mesh/mesh_checks.hpp"

namespace lockstep {

using detail::InSpace;
using detail::MeshPairs;

namespace {

MeshPairs pairs_of(const ShapeSet& shapes, const TriangleMesh& mesh) {
  return {shapes.store().view_with_positions(), mesh.store()};
}

}  // namespace

template <>
LOCKSTEP_API void intersect(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const IntersectOptions& options) {
  const detail::Call call(options.executor);
  detail::check_verdicts(pairs, verdicts);
  if (options.check == Check::inputs) detail::check_mesh_pairs(shapes, mesh, pairs);
  detail::decide_pairs<InSpace>(pairs_of(shapes, mesh), pairs, verdicts, options);
}

template <>
LOCKSTEP_API void distance(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                           const DistanceOutput& out, const DistanceOptions& options) {
  const detail::Call call(options.executor);
  detail::check_output(pairs, out);
  if (options.check == Check::inputs) {
    detail::check_options(options);
    detail::check_mesh_pairs(shapes, mesh, pairs);
  }
  detail::measure_pairs<InSpace>(pairs_of(shapes, mesh), pairs, out, options);
}

template <>
LOCKSTEP_API void contacts(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                           std::span<Manifold> out, const ContactOptions& options) {
  const detail::Call call(options.executor);
  detail::check_manifolds(pairs, out);
  if (options.check == Check::inputs) {
    detail::check_margin(options.margin);
    detail::check_mesh_pairs(shapes, mesh, pairs);
  }
  detail::find_manifolds(pairs_of(shapes, mesh), pairs, out, options);
}

template <>
LOCKSTEP_API void cast(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const CastOutput& out, const CastOptions& options) {
  const detail::Call call(options.executor);
  detail::check_cast_output(pairs, motions, true, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_mesh_pairs(shapes, mesh, pairs);
    detail::check_motions(motions);
  }
  const auto job = detail::moved_distances<detail::InSpace>({}, {}, options);
  detail::cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    const MeshPairs::Tile tile(pairs_of(shapes, mesh), pairs.subspan(begin, count));
    detail::find_contacts(job.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs,
                          motions.subspan(begin, count), options.tolerance, detail::places_from(out, begin));
    detail::write_starts(job.at_rest.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs, begin, out);
  });
}

template <>
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const TriangleMesh& mesh, std::span<const Pair> pairs,
                            const CastOutput& out, const CastOptions& options) {
  const detail::Call call(options.executor);
  detail::check_cast_output(pairs, rays, false, out);
  detail::refuse_origin(options.origin);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_ray_pairs(rays.size(), mesh, pairs);
    detail::check_rays(rays);
  }
  const auto job = detail::moved_distances<detail::InSpace>({}, {}, options);
  detail::cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    detail::MovingPoints<detail::pair_tile> points;
    for (std::size_t i = begin; i < begin + count; ++i) points.append(rays[pairs[i].a], pairs[i].b);
    const MeshPairs::Tile tile({points.points.view(), mesh.store()}, std::span(points.pairs).first(count));
    detail::find_contacts(job.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs,
                          std::span(points.motions).first(count), options.tolerance, detail::places_from(out, begin));
    detail::write_starts(job.at_rest.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs, begin, out);
  });
}

}  // namespace lockstep
