#include "lockstep/cast.hpp"

#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"
#include "cast/turning_tile.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

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

/// Of motions of either kind.
template <class AnyMotion>
void cast_motions(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                  std::span<const AnyMotion> motions, const CastOutput& out, const CastOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_cast_output(pairs, motions, true, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_pairs(first, second, pairs);
    detail::check_motions(motions);
  }
  const auto job = detail::moved_distances(first.store().view(), second.store().view(), options.tolerance, options.isa);
  detail::cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    detail::find_contacts(job, pairs.subspan(begin, count), motions.subspan(begin, count), options.tolerance,
                          detail::places_from(out, begin));
  });
}

}  // namespace

void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
          const CastOutput& out, const CastOptions& options) {
  cast_motions(first, second, pairs, motions, out, options);
}

void cast(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, std::span<const Motion> motions,
          const CastOutput& out, const CastOptions& options) {
  cast_motions(first, second, pairs, motions, out, options);
}

void cast_rays(std::span<const Ray> rays, const ShapeSet& shapes, std::span<const Pair> pairs, const CastOutput& out,
               const CastOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_cast_output(pairs, rays, false, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    check_ray_pairs(rays.size(), shapes, pairs);
    detail::check_rays(rays);
  }
  const detail::RayJob job(shapes.store().view(), options.tolerance, options.isa);
  detail::cast_tiles(pairs.size(), [&](std::size_t begin, std::size_t count) {
    detail::find_ray_contacts(job, rays, pairs.subspan(begin, count), detail::places_from(out, begin));
  });
}

}  // namespace lockstep
