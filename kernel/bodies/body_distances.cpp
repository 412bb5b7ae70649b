#include "base/blocks.hpp"
#include "base/call.hpp"
#include "base/parallel.hpp"
#include "bodies/first_parts.hpp"
#include "distance/distance_sets.hpp"
#include "lockstep/cast.hpp"

namespace lockstep {

namespace {

using detail::Bounds3;
using detail::DistanceAnswer;
using detail::InSpace;
using detail::pair_tile;

/// A lower bound of the distance between the contents of two boxes; 0 if the boxes meet. It is rounded down by more
/// than the rounding error of a difference, three squares, two sums and a root (docs/numerics.md, section 13).
double gap_of(const Bounds3& a, const Bounds3& b) {
  double squares = 0;
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max({0.0, double{b.low[k]} - a.high[k], double{a.low[k]} - b.high[k]});
    squares += gap * gap;
  }
  return squares > 0 ? std::sqrt(squares) * (1 - 0x1p-50) : -std::numeric_limits<double>::infinity();
}

/// Signed distances, for FirstParts.
struct DistanceMeasure {
  using Answer = DistanceAnswer;

  const detail::DistanceJob<InSpace>& job;
  const detail::PairJob<InSpace>& within;
  bool all;  // measure all pairs, however far apart

  [[nodiscard]] double limit() const {
    return all ? std::numeric_limits<double>::infinity() : std::max(double{within.margin}, detail::least_proven_gap);
  }
  static constexpr auto origin_of = detail::lesser_of;
  [[nodiscard]] static double bound(std::size_t, const Bounds3& a, const Bounds3& b) { return gap_of(a, b); }
  void measure(std::span<const Pair> parts, std::span<const std::uint16_t>, DistanceAnswer* answers) const {
    if (all)
      detail::measure_tile(job, parts, answers);
    else
      detail::measure_near(job, within, parts, answers);
  }
  [[nodiscard]] DistanceAnswer nothing() const { return detail::far_answer(limit()); }
};

template <class First>
void measure_bodies(const First& first, const BodySet& second, std::span<const Pair> pairs,
                    const BodyDistanceOutput& out, const DistanceOptions& options) {
  const detail::Call call(options.executor);
  detail::check_blocks({{"pairs", pairs},
                        {"out.distances", out.distances},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()},
                        {"out.parts", out.parts, !out.parts.empty()}});
  if (options.check == Check::inputs) {
    detail::check_options(options);
    detail::check_objects(first, second, pairs);
  }
  const detail::Objects a = detail::objects_of(first), b = detail::objects_of(second);
  const detail::DistanceJob<InSpace> job{{InSpace::kernels_for_pairs(options.isa), a.shapes, b.shapes},
                                         InSpace::kernels_for_distances(options.isa),
                                         options.tolerance};
  const bool all = !(options.no_farther_than <= max_coordinate);
  const detail::PairJob<InSpace> within{InSpace::kernels_for_within(options.isa), a.shapes, b.shapes, true,
                                        all ? 0 : options.no_farther_than};
  const DistanceMeasure measure{job, within, all};
  detail::for_each_range(pairs.size(), detail::pairs_at_a_time(a, b), [&](std::size_t begin, std::size_t end) {
    std::array<DistanceAnswer, pair_tile> answers;
    std::array<Pair, pair_tile> parts;
    detail::FirstParts<DistanceMeasure>(measure, a, b, pairs.subspan(begin, end - begin))
        .find(answers.data(), parts.data());
    detail::write(answers.data(), begin, end - begin, out);
    if (!out.parts.empty())
      std::copy_n(parts.begin(), end - begin, out.parts.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace

template <>
LOCKSTEP_API void distance(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options) {
  measure_bodies(first, second, pairs, out, options);
}

template <>
LOCKSTEP_API void distance(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options) {
  measure_bodies(first, second, pairs, out, options);
}

}  // namespace lockstep
