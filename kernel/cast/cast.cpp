#include "lockstep/cast.hpp"

#include "base/blocks.hpp"
#include "cast/cast_tile.hpp"
#include "cast/turning_tile.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

using detail::InSpace;

void check_tolerance(double tolerance) {
  if (!(tolerance >= 0))
    detail::throw_invalid("options.tolerance", static_cast<float>(tolerance), "must not be negative");
}

void check_motion(const Vec3& m, const std::string& what) {
  const float numbers[] = {m.x, m.y, m.z};
  for (int k = 0; k < 3; ++k)
    if (!std::isfinite(numbers[k])) detail::throw_invalid(what + "." + "xyz"[k], numbers[k], "must be a finite number");
}

void check_motions(std::span<const Vec3> motions) {
  const auto bad = std::find_if_not(motions.begin(), motions.end(), [](const Vec3& m) { return detail::is_finite(m); });
  if (bad != motions.end()) check_motion(*bad, "motions[" + std::to_string(bad - motions.begin()) + "]");
}

void check_motions(std::span<const Motion> motions) {
  const auto is_good = [](const Motion& m) {
    return detail::is_finite(m.by) && detail::is_finite(m.turn) && detail::is_valid_vec3(m.about);
  };
  const auto bad = std::find_if_not(motions.begin(), motions.end(), is_good);
  if (bad == motions.end()) return;
  const std::string what = "motions[" + std::to_string(bad - motions.begin()) + "]";
  check_motion(bad->by, what + ".by");
  check_motion(bad->turn, what + ".turn");
  detail::check_vec3(bad->about, what + ".about");
}

void check_rays(std::span<const Ray> rays) {
  const auto is_good = [](const Ray& ray) {
    return detail::is_valid_vec3(ray.origin) && detail::is_finite(ray.motion);
  };
  const auto bad = std::find_if_not(rays.begin(), rays.end(), is_good);
  if (bad == rays.end()) return;
  const std::string what = "rays[" + std::to_string(bad - rays.begin()) + "]";
  detail::check_vec3(bad->origin, what + ".origin");
  check_motion(bad->motion, what + ".motion");
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

detail::MovedDistanceJob job_of(const detail::ShapesView& first, const detail::ShapesView& second,
                                const CastOptions& options) {
  // A quarter: the interval of a distance is as wide on either side of the contact.
  return {{{InSpace::kernels_for_pairs(options.isa), first, second},
           InSpace::kernels_for_distances(options.isa),
           options.tolerance / 4}};
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

/// The rays of a tile of pairs, as points that move.
struct RayTile {
  detail::MadeShapes points{detail::RecordKind::ball};
  std::array<Pair, detail::pair_tile> pairs;
  std::array<Vec3, detail::pair_tile> motions;

  RayTile(std::span<const Ray> rays, std::span<const Pair> list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& [origin, motion] = rays[list[i].a];
      points.records[i] = {{{origin.x, origin.y, origin.z, 0}}};
      pairs[i] = {static_cast<std::uint32_t>(i), list[i].b};
      motions[i] = motion;
    }
  }
};

/// Of motions of either kind.
template <class AnyMotion>
void cast_motions(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                  std::span<const AnyMotion> motions, const CastOutput& out, const CastOptions& options) {
  const detail::FloatEnvironment standard;
  detail::check_blocks({{"pairs", pairs},
                        {"motions", motions},
                        {"out.fractions", out.fractions},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}});
  if (options.check == Check::inputs) {
    check_tolerance(options.tolerance);
    detail::check_pairs(first, second, pairs);
    check_motions(motions);
  }
  const detail::MovedDistanceJob job = job_of(first.store().view(), second.store().view(), options);
  cast_tiles(pairs.size(), out, [&](std::size_t begin, std::size_t count, detail::FirstContact* contacts) {
    detail::find_contacts(job, pairs.subspan(begin, count), motions.subspan(begin, count), options.tolerance, contacts);
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
  detail::check_blocks({{"pairs", pairs},
                        {"rays", rays, false},
                        {"out.fractions", out.fractions},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}});
  if (options.check == Check::inputs) {
    check_tolerance(options.tolerance);
    check_ray_pairs(rays.size(), shapes, pairs);
    check_rays(rays);
  }
  const auto view = shapes.store().view();
  const detail::MovedDistanceJob any_rays = job_of(view, view, options);
  cast_tiles(pairs.size(), out, [&](std::size_t begin, std::size_t count, detail::FirstContact* contacts) {
    const RayTile tile(rays, pairs.subspan(begin, count));
    detail::MovedDistanceJob job = any_rays;
    job.at_rest.verdicts.first = tile.points.view();
    detail::find_contacts(job, std::span(tile.pairs).first(count), std::span(tile.motions).first(count),
                          options.tolerance, contacts);
  });
}

}  // namespace lockstep
