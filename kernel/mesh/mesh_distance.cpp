// The distances of shapes to a whole mesh.
#include "base/blocks.hpp"
#include "base/call.hpp"
#include "distance/distance_sets.hpp"
#include "mesh/made_triangles.hpp"
#include "mesh/mesh_checks.hpp"
#include "mesh/mesh_search.hpp"

namespace lockstep {

namespace {

using detail::Candidates;
using detail::DistanceAnswer;
using detail::InSpace;

/// The search for the triangle nearest to a shape.
///
/// A pruned triangle has a bound above the least upper end. So it has neither the least upper end nor the least lower
/// one, because lower ends are raised to the bounds: the answer does not depend on which triangles were measured.
struct NearestTriangle : detail::SearchNearShape {
  std::uint32_t triangle = no_triangle;
  double most = 0, lower = 0;  // the largest distance that counts; the least lower end
  DistanceAnswer nearest;

  void start(const detail::ShapesView& shapes, std::uint32_t index, double farthest, const DistanceAnswer& far) {
    SearchNearShape::start(shapes, index);
    most = farthest, lower = far.lower, nearest = far;
  }
  [[nodiscard]] double limit() const { return std::min(most, nearest.upper); }

  void add(const DistanceAnswer& found, double bound, std::uint32_t number) {
    lower = std::min(lower, std::max(found.lower, bound));
    const bool is_far = found.upper == std::numeric_limits<double>::infinity() && found.lower > 0;
    const bool is_nearer = found.upper < nearest.upper || (found.upper == nearest.upper && number < triangle);
    if (!is_far && is_nearer) nearest = found, triangle = number;
  }
};

void check_output(std::span<const std::uint32_t> list, const MeshDistanceOutput& out) {
  detail::check_blocks({{"list", list},
                        {"out.distances", out.distances},
                        {"out.triangles", out.triangles, !out.triangles.empty()},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}},
                       "shapes");
}

void write(const NearestTriangle& found, std::size_t i, const MeshDistanceOutput& out) {
  const DistanceAnswer& nearest = found.nearest;
  out.distances[i] = {found.lower, nearest.upper};
  if (!out.triangles.empty()) out.triangles[i] = found.triangle;
  if (!out.points.empty()) detail::put(out.points[i].a, nearest.on_a), detail::put(out.points[i].b, nearest.on_b);
  if (!out.normals.empty()) detail::put(out.normals[i], nearest.normal);
}

}  // namespace

void distance(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
              const MeshDistanceOutput& out, const DistanceOptions& options) {
  const detail::Call call(options.executor);
  check_output(list, out);
  if (options.check == Check::inputs) {
    detail::check_options(options);
    detail::check_shape_list(shapes, list);
  }
  const detail::Measurer<InSpace> measurer(options.isa, options.tolerance, options.no_farther_than);
  const detail::MeshPairs source{shapes.store().view_with_positions(), mesh.store()};
  detail::for_each_search(list.size(), [&](std::size_t begin, std::size_t count) {
    std::array<NearestTriangle, detail::searches_at_once> searches;
    for (std::size_t i = 0; i < count; ++i)
      searches[i].start(source.first, list[begin + i], measurer.reach(), measurer.far());
    detail::search_mesh(mesh.store(), std::span(searches).first(count), [&](const Candidates& c) {
      const detail::MeshPairs::Tile tile(source, std::span(c.pairs).first(c.count));
      std::array<DistanceAnswer, detail::pair_tile> found;
      measurer.measure(tile.shapes, found.data());
      for (std::size_t i = 0; i < c.count; ++i) searches[c.search[i]].add(found[i], c.bounds[i], c.pairs[i].b);
    });
    for (std::size_t i = 0; i < count; ++i) write(searches[i], begin + i, out);
  });
}

}  // namespace lockstep
