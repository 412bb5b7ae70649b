// The first contacts of a tile of rays and shapes: by closed forms in lanes, and what these leave open as points that
// move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "cast/cast_tile.hpp"
#include "lockstep/cast.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

/// What all rays of a call share.
struct RayJob {
  ShapesView shapes;
  KernelsBySize<RayKernels> closed;
  MovedDistanceJob points;  // whose first set is another for each tile
  double tolerance;

  RayJob(const ShapesView& view, double near_enough, std::optional<Isa> isa)
      : shapes(view),
        closed(kernels_by_size(ray_tables, isa)),
        points(moved_distances(view, view, near_enough, isa)),
        tolerance(near_enough) {}
};

inline RayQuery query_of(const RayJob& job, const Ray& ray, std::uint32_t shape) {
  const auto& [o, m] = ray;
  return {job.shapes.shape_of(job.shapes.records + shape), {{o.x, o.y, o.z, 0}, {m.x, m.y, m.z, 0}}};
}

/// As the search would have it.
inline FirstContact settled(const RayAnswer& answer) {
  FirstContact contact;
  contact.lower = answer.lower, contact.upper = answer.upper, contact.done = true;
  std::copy_n(answer.point, 3, contact.point), std::copy_n(answer.normal, 3, contact.normal);
  return contact;
}

/// Those of one kind. All that are left open stay as they are.
inline void find_closed(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs, RecordKind kind,
                        FirstContact* contacts) {
  std::array<RayQuery, pair_tile> queries;
  std::array<RayAnswer, pair_tile> answers;
  std::array<std::uint16_t, pair_tile> source;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (job.shapes.kinds[pairs[i].b] != kind) continue;
    queries[count] = query_of(job, rays[pairs[i].a], pairs[i].b);
    source[count] = static_cast<std::uint16_t>(i), ++count;
  }
  if (count == 0) return;
  job.closed.of(count).of[static_cast<std::size_t>(kind)]({queries.data(), static_cast<int>(count), answers.data()});
  for (std::size_t k = 0; k < count; ++k)
    if (!std::isnan(answers[k].lower)) contacts[source[k]] = settled(answers[k]);
}

/// The rays of a tile of pairs, as points that move.
struct MovingPoints {
  MadeShapes points{RecordKind::ball};
  std::array<Pair, pair_tile> pairs;
  std::array<Vec3, pair_tile> motions;
  std::array<std::uint16_t, pair_tile> source;
  std::size_t count = 0;

  void append(const Ray& ray, std::uint32_t shape, std::size_t from) {
    const Vec3& o = ray.origin;
    points.records[count] = {{{o.x, o.y, o.z, 0}}};
    pairs[count] = {static_cast<std::uint32_t>(count), shape}, motions[count] = ray.motion;
    source[count] = static_cast<std::uint16_t>(from), ++count;
  }
};

/// pairs[i].a is a ray, pairs[i].b a shape; pair_tile of them at most.
inline void find_ray_contacts(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs,
                              FirstContact* contacts) {
  std::fill_n(contacts, pairs.size(), FirstContact());
  for (int kind = 0; kind < record_kinds; ++kind)
    if (job.closed.many.of[kind] != nullptr) find_closed(job, rays, pairs, static_cast<RecordKind>(kind), contacts);
  MovingPoints open;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (!contacts[i].done) open.append(rays[pairs[i].a], pairs[i].b, i);
  if (open.count == 0) return;
  MovedDistanceJob search = job.points;
  search.at_rest.verdicts.first = open.points.view();
  std::array<FirstContact, pair_tile> found;
  find_contacts(search, std::span(open.pairs).first(open.count), std::span(open.motions).first(open.count),
                job.tolerance, found.data());
  for (std::size_t k = 0; k < open.count; ++k) contacts[open.source[k]] = found[k];
}

}  // namespace lockstep::detail
