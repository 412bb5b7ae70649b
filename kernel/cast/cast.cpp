#include "lockstep/cast.hpp"

#include "base/blocks.hpp"
#include "cast/cast_checks.hpp"
#include "cast/cast_tile.hpp"
#include "cast/ray_contacts.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

void check_motions(std::span<const Vec3> motions) {
  const auto bad = std::find_if_not(motions.begin(), motions.end(), detail::is_finite);
  if (bad != motions.end()) detail::check_motion(*bad, "motions[" + std::to_string(bad - motions.begin()) + "]");
}

void check_ray_pairs(std::size_t rays, const ShapeSet& shapes, std::span<const Pair> pairs) {
  const auto is_bad = [&](const Pair& p) { return p.a >= rays || !shapes.contains(p.b); };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const std::string what = "pairs[" + std::to_string(bad - pairs.begin()) + "]";
  if (bad->a >= rays)
    throw InvalidInput(what + ".a = " + std::to_string(bad->a) + ": out of range, there are " + std::to_string(rays) +
                       " rays");
  const bool is_hole = bad->b < shapes.size();
  throw InvalidInput(what + ".b = " + std::to_string(bad->b) +
                     (is_hole ? ": was removed from the set"
                              : ": out of range, the set has " + std::to_string(shapes.size()) + " shapes"));
}

void write(const detail::FirstContact* contacts, std::size_t begin, std::size_t count, const CastOutput& out) {
  const auto vec = [](const double(&p)[3]) { return Vec3d{p[0], p[1], p[2]}; };
  for (std::size_t i = 0; i < count; ++i) out.fractions[begin + i] = {contacts[i].lower, contacts[i].upper};
  if (!out.points.empty())
    for (std::size_t i = 0; i < count; ++i) out.points[begin + i] = vec(contacts[i].point);
  if (!out.normals.empty())
    for (std::size_t i = 0; i < count; ++i) out.normals[begin + i] = vec(contacts[i].normal);
}

/// Calls find(begin, count, contacts) for each tile of pairs, and writes what it finds.
template <class Find>
void cast_tiles(std::size_t pairs, const CastOutput& out, const Find& find) {
  detail::for_each_part(detail::parts_of(pairs, detail::pair_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * detail::pair_tile, count = std::min<std::size_t>(detail::pair_tile, pairs - begin);
    std::array<detail::FirstContact, detail::pair_tile> contacts;
    find(begin, count, contacts.data());
    write(contacts.data(), begin, count, out);
  });
}

}  // namespace

void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
          const CastOutput& out, const CastOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_blocks({{"pairs", pairs},
                        {"motions", motions},
                        {"out.fractions", out.fractions},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}});
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_pairs(first, second, pairs);
    check_motions(motions);
  }
  const auto job = detail::moved_distances(first.store().view(), second.store().view(), options.tolerance, options.isa);
  cast_tiles(pairs.size(), out, [&](std::size_t begin, std::size_t count, detail::FirstContact* contacts) {
    detail::find_contacts(job, pairs.subspan(begin, count), motions.subspan(begin, count), options.tolerance, contacts);
  });
}

void cast_rays(std::span<const Ray> rays, const ShapeSet& shapes, std::span<const Pair> pairs, const CastOutput& out,
               const CastOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_blocks({{"pairs", pairs},
                        {"rays", rays, false},
                        {"out.fractions", out.fractions},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}});
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    check_ray_pairs(rays.size(), shapes, pairs);
    detail::check_rays(rays);
  }
  const detail::RayJob job(shapes.store().view(), options.tolerance, options.isa);
  cast_tiles(pairs.size(), out, [&](std::size_t begin, std::size_t count, detail::FirstContact* contacts) {
    detail::find_ray_contacts(job, rays, pairs.subspan(begin, count), contacts);
  });
}

}  // namespace lockstep
