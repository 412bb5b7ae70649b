// The first contacts of a tile of rays and shapes: by closed forms in lanes, and what these leave open as points that
// move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "cast/cast_tile.hpp"
#include "cast/contact_places.hpp"
#include "lockstep/cast.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

/// What all rays of a call share.
struct RayJob {
  ShapesView shapes;
  MovedDistanceJob points;  // whose first set is another for each tile
  double tolerance;

  RayJob(const ShapesView& view, double near_enough, std::optional<Isa> isa)
      : shapes(view), points(moved_distances(view, view, near_enough, isa)), tolerance(near_enough) {}
};

/// Those that closed forms settle, and a list of those that these leave open.
inline void find_closed(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs,
                        const ContactPlaces& out, OpenPlaces& open) {
  static_assert(sizeof(Ray) == 6 * sizeof(float));
  const auto kind_of = [&](std::size_t i) { return static_cast<std::uint8_t>(job.shapes.kinds[pairs[i].b]); };
  const PairsByClass<record_kinds + 1> of_kind(pairs.size(), job.shapes.one_kind, kind_of);
  for (std::size_t kind = 0; kind <= record_kinds; ++kind) {
    const std::span<const std::uint16_t> places = of_kind[kind];
    if (places.empty()) continue;
    auto* const kernel = kind == record_kinds ? nullptr : job.points.closed.of(places.size()).of[kind];
    if (kernel == nullptr) {
      open.append(places);
      continue;
    }
    const auto queries = padded_list<RayQuery>(places, [&](std::size_t i) {
      const Record* const shape = job.shapes.records + pairs[i].b;
      return RayQuery{shape, &rays[pairs[i].a].origin.x};
    });
    const int count = static_cast<int>(places.size());
    const int left = kernel({queries.data(), count, job.shapes, out.of(places.data(), open.end())});
    open.count += static_cast<std::size_t>(left);
  }
}

/// Rays as points that move.
template <std::size_t Most>
struct MovingPoints {
  MadeShapes points{RecordKind::ball};
  std::array<Pair, Most> pairs;
  std::array<Vec3, Most> motions;
  std::size_t count = 0;

  void append(const Ray& ray, std::uint32_t shape) {
    const Vec3& o = ray.origin;
    points.records[count] = {{{o.x, o.y, o.z, 0}}};
    pairs[count] = {static_cast<std::uint32_t>(count), shape}, motions[count] = ray.motion, ++count;
  }
};

/// Those that are left open, `Most` at most, by the search.
template <std::size_t Most>
void search_rays(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs, const OpenPlaces& open,
                 const ContactPlaces& out) {
  MovingPoints<Most> moving;
  for (std::size_t k = 0; k < open.count; ++k) moving.append(rays[pairs[open.place[k]].a], pairs[open.place[k]].b);
  MovedDistanceJob search = job.points;
  search.at_rest.verdicts.first = moving.points.view();
  std::array<FirstContact, Most> found;
  search_contacts<Most>(search, std::span(moving.pairs).first(open.count), std::span(moving.motions).first(open.count),
                        job.tolerance, found.data());
  for (std::size_t k = 0; k < open.count; ++k) out.write(open.place[k], found[k]);
}

/// pairs[i].a is a ray, pairs[i].b a shape; pair_tile of them at most, and one at least.
inline void find_ray_contacts(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs,
                              const ContactPlaces& out) {
  OpenPlaces open;
  find_closed(job, rays, pairs, out, open);
  if (open.count > few_open)
    search_rays<pair_tile>(job, rays, pairs, open, out);
  else if (open.count != 0)
    search_rays<few_open>(job, rays, pairs, open, out);
}

inline void find_ray_contacts(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs,
                              FirstContact* contacts) {
  TileContacts found;
  find_ray_contacts(job, rays, pairs, found.places());
  found.write(pairs.size(), contacts);
}

}  // namespace lockstep::detail
