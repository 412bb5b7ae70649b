// The first contacts of a tile of rays and shapes: by closed forms in lanes; the search resolves the open ones as
// moving points.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "cast/cast_tile.hpp"
#include "cast/contact_places.hpp"
#include "cast/separating_contact.hpp"
#include "lockstep/cast.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

/// The data that all rays of a call share.
template <class Space>
struct RayJobIn {
  typename Space::View shapes;
  MovedDistanceJob<Space> points;  // the first set differs for each tile
  double tolerance;
  Vec3d origin;  // added to that of each ray

  RayJobIn(const typename Space::View& view, double near_enough, std::optional<Isa> isa, const Vec3d& ray_origin = {})
      : shapes(view),
        points(moved_distances<Space>(view, view, near_enough, isa)),
        tolerance(near_enough),
        origin(ray_origin) {}
  /// Whether rays or shapes have double positions.
  [[nodiscard]] bool has_positions() const { return have_positions(shapes, shapes) || origin != Vec3d{}; }
  /// The same query about other shapes.
  [[nodiscard]] RayJobIn with_shapes(const typename Space::View& view) const {
    RayJobIn job = *this;
    job.shapes = job.points.at_rest.verdicts.first = job.points.at_rest.verdicts.second = view;
    return job;
  }
};
using RayJob = RayJobIn<InSpace>;

/// Resolves pairs by closed forms, and lists those that these leave open. Aligned to cache lines: rays at balls take
/// 1.09 of the time if the loop that makes queries straddles two lines unluckily.
template <class Space>
[[gnu::aligned(64)]] void find_closed(const RayJobIn<Space>& job, std::span<const RayIn<Space>> rays,
                                      std::span<const Pair> pairs, const PlacesIn<Space>& out, OpenPlaces& open) {
  static_assert(sizeof(Ray) == 6 * sizeof(float) && sizeof(Ray2) == 4 * sizeof(float));
  constexpr std::size_t kinds = Space::Kernels::kinds;
  const auto kind_of = [&](std::size_t i) { return static_cast<std::uint8_t>(job.shapes.kinds[pairs[i].b]); };
  const PairsByClass<kinds + 1> of_kind(pairs.size(), job.shapes.one_kind, kind_of);
  for (std::size_t kind = 0; kind <= kinds; ++kind) {
    const std::span<const std::uint16_t> places = of_kind[kind];
    if (places.empty()) continue;
    auto* const kernel = kind == kinds ? nullptr : job.points.closed.of(places.size()).of[kind];
    if (kernel == nullptr) {
      open.append(places);
      continue;
    }
    const auto queries = padded_list<RayQueryIn<Space>>(places, [&](std::size_t i) {
      const auto* const shape = job.shapes.records + pairs[i].b;
      return RayQueryIn<Space>{shape, &rays[pairs[i].a].origin.x};
    });
    const int count = static_cast<int>(places.size());
    RayBatchIn<Space> batch{queries.data(), count, job.shapes, out.of(places.data(), open.end())};
    batch.origin = job.has_positions() ? &job.origin : nullptr;
    const int left = kernel(batch);
    open.count += static_cast<std::size_t>(left);
  }
}

/// Rays as moving points.
template <std::size_t Most, class Space = InSpace>
struct MovingPoints {
  MadeShapesOf<Space> points{MadeShapesOf<Space>::ball};
  std::array<Pair, Most> pairs;
  std::array<Vec3, Most> motions;
  std::optional<std::array<Vec3d, Most>> positions;  // made by view(), if they are not 0
  std::size_t count = 0;

  MovingPoints() = default;
  MovingPoints(std::span<const RayIn<Space>> rays, std::span<const Pair> list) {
    for (const Pair& pair : list) append(rays[pair.a], pair.b);
  }
  /// The points as shapes, at the origin of a job's rays.
  [[nodiscard]] typename Space::View view(const RayJobIn<Space>& job) {
    auto view = points.view();
    if (job.has_positions()) {
      std::fill_n(positions.emplace().begin(), count, job.origin);
      view.positions = positions->data();
    }
    return view;
  }
  void append(const RayIn<Space>& ray, std::uint32_t shape) {
    make_point(points.records[count], in_space(ray.origin));
    pairs[count] = {static_cast<std::uint32_t>(count), shape}, motions[count] = in_space(ray.motion), ++count;
  }
};

/// Searches the open pairs, at most `Most`.
template <std::size_t Most, class Space>
void search_rays(const RayJobIn<Space>& job, std::span<const RayIn<Space>> rays, std::span<const Pair> pairs,
                 const OpenPlaces& open, const PlacesIn<Space>& out) {
  MovingPoints<Most, Space> moving;
  for (std::size_t k = 0; k < open.count; ++k) moving.append(rays[pairs[open.place[k]].a], pairs[open.place[k]].b);
  MovedDistanceJob<Space> search = job.points;
  search.at_rest.verdicts.first = moving.view(job);
  std::array<FirstContact, Most> found;
  search_contacts<Most>(search, std::span(moving.pairs).first(open.count), std::span(moving.motions).first(open.count),
                        job.tolerance, found.data());
  for (std::size_t k = 0; k < open.count; ++k) out.write(open.place[k], found[k]);
}

/// As moving points.
template <class Space>
void ignore_start_contacts(const RayJobIn<Space>& job, std::span<const RayIn<Space>> rays, std::span<const Pair> pairs,
                           const PlacesIn<Space>& out) {
  MovingPoints<pair_tile, Space> moving(rays, pairs);
  MovedDistanceJob<Space> points = job.points;
  points.at_rest.verdicts.first = moving.view(job);
  ignore_start_contacts<Space>(points, std::span<const Pair>(moving.pairs).first(pairs.size()),
                               std::span<const Vec3>(moving.motions).first(pairs.size()), job.tolerance, out);
}

/// pairs[i].a is a ray, pairs[i].b a shape; at least one pair, at most pair_tile.
template <class Space>
void find_ray_contacts(const RayJobIn<Space>& job, std::span<const RayIn<Space>> rays, std::span<const Pair> pairs,
                       const PlacesIn<Space>& out) {
  OpenPlaces open;
  find_closed(job, rays, pairs, out, open);
  if (open.count > few_open)
    search_rays<pair_tile>(job, rays, pairs, open, out);
  else if (open.count != 0)
    search_rays<few_open>(job, rays, pairs, open, out);
  if (job.points.ignores_start_contact) ignore_start_contacts(job, rays, pairs, out);
}

inline void find_ray_contacts(const RayJob& job, std::span<const Ray> rays, std::span<const Pair> pairs,
                              FirstContact* contacts) {
  TileContacts<InSpace> found;
  find_ray_contacts(job, rays, pairs, found.places());
  found.write(pairs.size(), contacts);
}

}  // namespace lockstep::detail
