// Shape casts and ray casts between two sets, of space or of the plane.
#pragma once

#include <algorithm>
#include <string>

#include "base/call.hpp"
#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"

namespace lockstep::detail {

template <class Set>
void check_ray_pairs(std::size_t rays, const Set& shapes, std::span<const Pair> pairs) {
  const auto is_bad = [&](const Pair& p) { return p.a >= rays || !shapes.contains(p.b); };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const std::string what = "pairs[" + std::to_string(bad - pairs.begin()) + "]";
  if (bad->a >= rays)
    throw InvalidInput(what + ".a = " + std::to_string(bad->a) + ": out of range, there are " + std::to_string(rays) +
                       " rays");
  const bool is_free = bad->b < shapes.size();
  throw InvalidInput(what + ".b = " + std::to_string(bad->b) +
                     (is_free ? ": was removed from the set"
                              : ": out of range, the set has " + std::to_string(shapes.size()) + " shapes"));
}

/// For motions of either kind.
template <class Space, class Set, class AnyMotion, class Output>
void cast_sets(const Set& first, const Set& second, std::span<const Pair> pairs, std::span<const AnyMotion> motions,
               const Output& out, const CastOptions& options) {
  const Call call(options.executor);
  check_cast_output(pairs, motions, true, out);
  if (options.check == Check::inputs) {
    check_tolerance(options.tolerance);
    check_pairs(first, second, pairs);
    check_motions(motions);
  }
  const auto a = first.store().view_with_positions(), b = second.store().view_with_positions();
  const auto job = moved_distances<Space>(a, b, options);
  cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    find_contacts(job, pairs.subspan(begin, count), motions.subspan(begin, count), options.tolerance,
                  places_from(out, begin));
    write_starts(job.at_rest, pairs.subspan(begin, count), begin, out);
  });
}

template <class Space, class Output>
void write_ray_starts(const RayJobIn<Space>& job, std::span<const RayIn<Space>> rays, std::span<const Pair> pairs,
                      std::size_t begin, const Output& out) {
  if (out.starts.empty() && out.start_normals.empty()) return;
  MovingPoints<pair_tile, Space> moving(rays, pairs);
  write_starts(job.points.at_rest.with_shapes(moving.view(job), job.shapes),
               std::span<const Pair>(moving.pairs).first(pairs.size()), begin, out);
}

template <class Space, class Set, class Output>
void cast_rays_at_set(std::span<const RayIn<Space>> rays, const Set& shapes, std::span<const Pair> pairs,
                      const Output& out, const CastOptions& options) {
  const Call call(options.executor);
  check_cast_output(pairs, rays, false, out);
  if (std::is_same_v<Space, InPlane> && options.origin.z != 0)
    throw_invalid("options.origin.z", options.origin.z, "must be 0 for rays of the plane");
  if (options.check == Check::inputs) {
    check_tolerance(options.tolerance);
    check_ray_pairs(rays.size(), shapes, pairs);
    check_rays(rays);
    check_position(options.origin, "options.origin");
  }
  RayJobIn<Space> job(shapes.store().view_with_positions(), options.tolerance, options.isa, options.origin);
  job.points.ignores_start_contact = options.ignore_start_contact;
  cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    find_ray_contacts(job, rays, pairs.subspan(begin, count), places_from(out, begin));
    write_ray_starts(job, rays, pairs.subspan(begin, count), begin, out);
  });
}

}  // namespace lockstep::detail
