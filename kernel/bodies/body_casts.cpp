#include "base/blocks.hpp"
#include "base/parallel.hpp"
#include "bodies/first_parts.hpp"
#include "cast/cast_list.hpp"
#include "lockstep/body_queries.hpp"

namespace lockstep {

namespace {

using detail::BoxProxy;
using detail::FirstContact;
using detail::Objects;
using detail::pair_tile;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Fractions of motions, for FirstParts.
struct CastMeasure {
  using Answer = FirstContact;

  const detail::MovedDistanceJob& job;
  std::span<const Vec3> motions;  // of the pairs
  double tolerance;

  [[nodiscard]] static double limit() { return infinity; }
  /// The search begins where the boxes can meet, and never goes back.
  [[nodiscard]] double bound(std::size_t pair, const BoxProxy& a, const BoxProxy& b) const {
    if (!detail::is_finite(motions[pair])) return 0;
    const detail::BoxPassage passage = detail::passage_of(a, b, motions[pair]);
    if (passage.misses()) return infinity;
    return passage.enter;
  }
  void measure(std::span<const Pair> parts, std::span<const std::uint16_t> pairs, FirstContact* contacts) const {
    std::array<Vec3, pair_tile> of_parts;
    for (std::size_t i = 0; i < parts.size(); ++i) of_parts[i] = motions[pairs[i]];
    detail::find_contacts(job, parts, std::span<const Vec3>(of_parts).first(parts.size()), tolerance, contacts);
  }
  [[nodiscard]] static FirstContact nothing() {
    FirstContact contact;
    contact.miss();
    return contact;
  }
};

void check_output(std::span<const Pair> pairs, const detail::Block& moved, const BodyCastOutput& out) {
  detail::check_blocks({{"pairs", pairs},
                        moved,
                        {"out.fractions", out.fractions},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()},
                        {"out.parts", out.parts, !out.parts.empty()}});
}

/// The answers to out[begin ..] .
void cast_some(const CastMeasure& measure, const Objects& first, const Objects& second, std::span<const Pair> pairs,
               std::size_t begin, const BodyCastOutput& out) {
  std::array<FirstContact, pair_tile> contacts;
  std::array<Pair, pair_tile> parts;
  detail::FirstParts<CastMeasure>(measure, first, second, pairs).find(contacts.data(), parts.data());
  detail::write(contacts.data(), begin, pairs.size(), out);
  if (!out.parts.empty()) std::copy_n(parts.data(), pairs.size(), out.parts.data() + begin);
}

template <class First>
void cast_bodies(const First& first, const BodySet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
                 const BodyCastOutput& out, const CastOptions& options) {
  const detail::FloatEnvironment standard;
  check_output(pairs, {"motions", motions}, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_objects(first, second, pairs);
    detail::check_motions(motions);
  }
  const Objects a = detail::objects_of(first), b = detail::objects_of(second);
  const detail::MovedDistanceJob job = detail::cast_job(a.shapes, b.shapes, options);
  detail::for_each_range(pairs.size(), detail::pairs_at_a_time(a, b), [&](std::size_t begin, std::size_t end) {
    const CastMeasure measure{job, motions.subspan(begin, end - begin), options.tolerance};
    cast_some(measure, a, b, pairs.subspan(begin, end - begin), begin, out);
  });
}

}  // namespace

void cast(const BodySet& first, const BodySet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
          const BodyCastOutput& out, const CastOptions& options) {
  cast_bodies(first, second, pairs, motions, out, options);
}

void cast(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
          const BodyCastOutput& out, const CastOptions& options) {
  cast_bodies(first, second, pairs, motions, out, options);
}

void cast_rays(std::span<const Ray> rays, const BodySet& bodies, std::span<const Pair> pairs, const BodyCastOutput& out,
               const CastOptions& options) {
  const detail::FloatEnvironment standard;
  check_output(pairs, {"rays", rays, false}, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_objects(detail::RayList{rays}, bodies, pairs);
    detail::check_rays(rays);
  }
  const Objects targets = detail::objects_of(bodies);
  const detail::MovedDistanceJob any_rays = detail::cast_job(targets.shapes, targets.shapes, options);
  const std::size_t at_a_time = detail::pairs_at_a_time({targets.shapes, nullptr}, targets);
  detail::for_each_range(pairs.size(), at_a_time, [&](std::size_t begin, std::size_t end) {
    const detail::RayTile tile(rays, pairs.subspan(begin, end - begin));
    const Objects points{tile.points.view(), nullptr};
    detail::MovedDistanceJob job = any_rays;
    job.at_rest.verdicts.first = points.shapes;
    const CastMeasure measure{job, tile.motions, options.tolerance};
    cast_some(measure, points, targets, std::span(tile.pairs).first(end - begin), begin, out);
  });
}

}  // namespace lockstep
