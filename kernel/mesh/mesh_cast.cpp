// The first contacts of shape casts and ray casts with a whole mesh.
#include "base/blocks.hpp"
#include "base/call.hpp"
#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"
#include "mesh/made_triangles.hpp"
#include "mesh/mesh_checks.hpp"
#include "mesh/mesh_search.hpp"

namespace lockstep {

namespace {

using detail::Bounds3;
using detail::Candidates;
using detail::FirstContact;
using detail::RecordKind;
using detail::searches_at_once;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The search for the first triangle along a motion. Pruned triangles are met after the least upper end,
/// as for NearestTriangle.
struct FirstTriangle {
  detail::MeshTraversal traversal;
  std::uint32_t object = 0, triangle = no_triangle;
  bool resolved = false;
  Bounds3 box;
  Vec3 motion;
  double lower = infinity, lower_of_first = infinity;
  FirstContact first;

  void start(const detail::ShapesView& shapes, std::uint32_t index, const Vec3& by) {
    object = index, motion = by;
    first.miss();
    const RecordKind kind = shapes.kinds[index];
    resolved = kind == RecordKind::free_slot || !detail::is_finite(by);
    if (!resolved) box = bounds_of(shapes.records[index], kind, 0, position_of(shapes, index));
    if (kind != RecordKind::free_slot && resolved) lower = 0;
  }
  [[nodiscard]] bool is_resolved() const { return resolved; }
  [[nodiscard]] double limit() const { return first.upper; }
  /// The earliest fraction at which the motion can reach the box.
  [[nodiscard]] double bound(const Bounds3& other) const {
    const detail::BoxPassage passage = passage_of(box, other, motion);
    return passage.misses() ? infinity : passage.enter * (1 - detail::box_share);
  }

  void add(const FirstContact& found, double bound, std::uint32_t number) {
    if (found.lower == infinity) return;
    const double at_least = std::max(found.lower, bound);
    lower = std::min(lower, at_least);
    const bool is_first = found.upper != first.upper   ? found.upper < first.upper
                          : at_least != lower_of_first ? at_least < lower_of_first
                                                       : number < triangle;
    if (is_first) first = found, lower_of_first = at_least, triangle = number;
  }
};

/// For shapes, or for rays, which have no separate motions.
template <class Listed>
void check_output(const char* name, std::span<const Listed> list, const std::span<const Vec3>* motions,
                  const MeshCastOutput& out) {
  detail::check_blocks({{name, list},
                        {"motions", motions != nullptr ? *motions : std::span<const Vec3>(), motions != nullptr},
                        {"out.fractions", out.fractions},
                        {"out.triangles", out.triangles, !out.triangles.empty()},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}},
                       motions != nullptr ? "shapes" : "rays");
}

void write(const FirstTriangle& found, std::size_t i, const MeshCastOutput& out) {
  const auto vec = [](const double(&p)[3]) { return Vec3d{p[0], p[1], p[2]}; };
  out.fractions[i] = {found.lower, found.first.upper};
  if (!out.triangles.empty()) out.triangles[i] = found.triangle;
  if (!out.points.empty()) out.points[i] = vec(found.first.point);
  if (!out.normals.empty()) out.normals[i] = vec(found.first.normal);
}

/// The first contacts of `objects` of `shapes`, which move by `motions`.
void cast_some(const detail::MovedDistanceJob<detail::InSpace>& any, const detail::ShapesView& shapes,
               const TriangleMesh& mesh, std::span<const std::uint32_t> objects, std::span<const Vec3> motions,
               double tolerance, std::span<FirstTriangle> searches) {
  for (std::size_t i = 0; i < objects.size(); ++i) searches[i].start(shapes, objects[i], motions[i]);
  const detail::MeshPairs source{shapes, mesh.store()};
  detail::search_mesh(mesh.store(), searches, [&](const Candidates& c) {
    const detail::MeshPairs::Tile tile(source, std::span(c.pairs).first(c.count));
    std::array<Vec3, detail::pair_tile> by;
    std::array<FirstContact, detail::pair_tile> found;
    for (std::size_t i = 0; i < c.count; ++i) by[i] = motions[c.search[i]];
    find_contacts(any.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs,
                  std::span(by).first(c.count), tolerance, found.data());
    for (std::size_t i = 0; i < c.count; ++i) searches[c.search[i]].add(found[i], c.bounds[i], c.pairs[i].b);
  });
}

}  // namespace

void cast(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
          std::span<const Vec3> motions, const MeshCastOutput& out, const CastOptions& options) {
  const detail::Call call(options.executor);
  check_output("list", list, &motions, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_shape_list(shapes, list);
    detail::check_motions(motions);
  }
  const auto job = detail::moved_distances<detail::InSpace>({}, {}, options);
  const detail::ShapesView view = shapes.store().view_with_positions();
  detail::for_each_search(list.size(), [&](std::size_t begin, std::size_t count) {
    std::array<FirstTriangle, searches_at_once> searches;
    cast_some(job, view, mesh, list.subspan(begin, count), motions.subspan(begin, count), options.tolerance,
              std::span(searches).first(count));
    for (std::size_t i = 0; i < count; ++i) write(searches[i], begin + i, out);
  });
}

void cast_rays(std::span<const Ray> rays, const TriangleMesh& mesh, const MeshCastOutput& out,
               const CastOptions& options) {
  const detail::Call call(options.executor);
  check_output("rays", rays, nullptr, out);
  detail::refuse_origin(options.origin);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_rays(rays);
  }
  const auto job = detail::moved_distances<detail::InSpace>({}, {}, options);
  detail::for_each_search(rays.size(), [&](std::size_t begin, std::size_t count) {
    std::array<std::uint32_t, searches_at_once> objects;
    detail::MovingPoints<searches_at_once> points;
    for (std::uint32_t i = 0; i < count; ++i) objects[i] = i, points.append(rays[begin + i], 0);
    std::array<FirstTriangle, searches_at_once> searches;
    cast_some(job, points.points.view(), mesh, std::span(objects).first(count), std::span(points.motions).first(count),
              options.tolerance, std::span(searches).first(count));
    for (std::size_t i = 0; i < count; ++i) write(searches[i], begin + i, out);
  });
}

}  // namespace lockstep
