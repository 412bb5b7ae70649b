#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/parallel.hpp"
#include "bodies/first_parts.hpp"
#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"
#include "lockstep/cast.hpp"

namespace lockstep {

namespace {

using detail::Bounds3;
using detail::FirstContact;
using detail::Objects;
using detail::pair_tile;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Fractions of motions, for FirstParts. Calls find(parts, pairs, contacts) for pairs of parts; `pairs` holds the
/// indices of their pairs of objects.
template <class Find>
struct CastMeasure {
  using Answer = FirstContact;

  const Find& find;
  std::span<const Vec3> motions;  // of the pairs

  [[nodiscard]] static double limit() { return infinity; }
  /// As in casts of shapes.
  static Vec3d origin_of(const Vec3d& of_first, const Vec3d&) { return of_first; }
  /// A lower bound: the search starts where the boxes can first meet, and never goes back.
  [[nodiscard]] double bound(std::size_t pair, const Bounds3& a, const Bounds3& b) const {
    if (!detail::is_finite(motions[pair])) return 0;
    const detail::BoxPassage passage = detail::passage_of(a, b, motions[pair]);
    if (passage.misses()) return infinity;
    return passage.enter;
  }
  void measure(std::span<const Pair> parts, std::span<const std::uint16_t> pairs, FirstContact* contacts) const {
    find(parts, pairs, contacts);
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

/// Writes the answers to out[begin ..].
template <class Find>
void cast_some(const CastMeasure<Find>& measure, const Objects& first, const Objects& second,
               std::span<const Pair> pairs, std::size_t begin, const BodyCastOutput& out) {
  std::array<FirstContact, pair_tile> contacts;
  std::array<Pair, pair_tile> parts;
  detail::FirstParts<CastMeasure<Find>>(measure, first, second, pairs).find(contacts.data(), parts.data());
  detail::write(contacts.data(), begin, pairs.size(), out);
  if (!out.parts.empty()) std::copy_n(parts.data(), pairs.size(), out.parts.data() + begin);
}

template <class First>
void cast_bodies(const First& first, const BodySet& second, std::span<const Pair> pairs, std::span<const Vec3> motions,
                 const BodyCastOutput& out, const CastOptions& options) {
  const detail::Call call(options.executor);
  check_output(pairs, {"motions", motions}, out);
  if (options.check == Check::inputs) {
    detail::check_tolerance(options.tolerance);
    detail::check_objects(first, second, pairs);
    detail::check_motions(motions);
  }
  const Objects a = detail::objects_of(first), b = detail::objects_of(second);
  const auto job = detail::moved_distances<detail::InSpace>(a.shapes, b.shapes, options);
  detail::for_each_range(pairs.size(), detail::pairs_at_a_time(a, b), [&](std::size_t begin, std::size_t end) {
    const auto some = motions.subspan(begin, end - begin);
    const auto find = [&](std::span<const Pair> parts, std::span<const std::uint16_t> of, FirstContact* contacts) {
      std::array<Vec3, pair_tile> moved;
      for (std::size_t i = 0; i < parts.size(); ++i) moved[i] = some[of[i]];
      detail::find_contacts(job, parts, std::span<const Vec3>(moved).first(parts.size()), options.tolerance, contacts);
    };
    cast_some(CastMeasure<decltype(find)>{find, some}, a, b, pairs.subspan(begin, end - begin), begin, out);
  });
}

/// The rays of a tile of pairs. Their bounding boxes are computed as those of points that move.
struct RayTile {
  detail::MadeShapes points{detail::RecordKind::sphere};
  std::array<Pair, pair_tile> pairs;
  std::array<Ray, pair_tile> rays;
  std::array<Vec3, pair_tile> motions;
  std::optional<std::array<Vec3d, pair_tile>> positions;  // of the points, if they are not 0

  RayTile(std::span<const Ray> all, std::span<const Pair> list, const Vec3d& origin) {
    if (origin != Vec3d{}) positions.emplace().fill(origin);
    for (std::size_t i = 0; i < list.size(); ++i) {
      rays[i] = all[list[i].a], motions[i] = rays[i].motion;
      detail::make_point(points.records[i], rays[i].origin);
      pairs[i] = {static_cast<std::uint32_t>(i), list[i].b};
    }
  }
  [[nodiscard]] Objects objects() const {
    detail::ShapesView view = points.view();
    if (positions) view.positions = positions->data();
    return {view, nullptr};
  }
};

}  // namespace

template <>
LOCKSTEP_API void cast(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options) {
  cast_bodies(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options) {
  cast_bodies(first, second, pairs, motions, out, options);
}

template <>
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const BodySet& bodies, std::span<const Pair> pairs,
                            const BodyCastOutput& out, const CastOptions& options) {
  const detail::Call call(options.executor);
  check_output(pairs, {"rays", rays, false}, out);
  if (options.check == Check::inputs) {
    detail::check_position(options.origin, "options.origin");
    detail::check_tolerance(options.tolerance);
    detail::check_objects(detail::RayList{rays}, bodies, pairs);
    detail::check_rays(rays);
  }
  const Objects targets = detail::objects_of(bodies);
  detail::RayJob job(targets.shapes, options.tolerance, options.isa, options.origin);
  job.points.ignores_start_contact = options.ignore_start_contact;
  const std::size_t at_a_time = detail::pairs_at_a_time({targets.shapes, nullptr}, targets);
  detail::for_each_range(pairs.size(), at_a_time, [&](std::size_t begin, std::size_t end) {
    const RayTile tile(rays, pairs.subspan(begin, end - begin), options.origin);
    const auto find = [&](std::span<const Pair> parts, std::span<const std::uint16_t>, FirstContact* contacts) {
      detail::find_ray_contacts(job, tile.rays, parts, contacts);
    };
    cast_some(CastMeasure<decltype(find)>{find, tile.motions}, tile.objects(), targets,
              std::span(tile.pairs).first(end - begin), begin, out);
  });
}

}  // namespace lockstep
