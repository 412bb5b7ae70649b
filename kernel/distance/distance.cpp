#include "lockstep/distance.hpp"

#include "base/blocks.hpp"
#include "distance/distance_list.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

namespace {

using detail::InSpace;

void check_output(std::span<const Pair> pairs, const DistanceOutput& out) {
  detail::check_blocks({{"pairs", pairs},
                        {"out.distances", out.distances},
                        {"out.points", out.points, !out.points.empty()},
                        {"out.normals", out.normals, !out.normals.empty()}});
}

void check_options(const DistanceOptions& options) {
  if (!(options.tolerance >= 0))
    detail::throw_invalid("options.tolerance", static_cast<float>(options.tolerance), "must not be negative");
  if (!(options.no_farther_than >= 0))
    detail::throw_invalid("options.no_farther_than", options.no_farther_than, "must not be negative");
}

Vec3d vec(const double (&p)[3]) { return {p[0], p[1], p[2]}; }

void write(const detail::DistanceAnswer* answers, std::size_t begin, std::size_t count, const DistanceOutput& out) {
  for (std::size_t i = 0; i < count; ++i) out.distances[begin + i] = {answers[i].lower, answers[i].upper};
  if (!out.points.empty())
    for (std::size_t i = 0; i < count; ++i) out.points[begin + i] = {vec(answers[i].on_a), vec(answers[i].on_b)};
  if (!out.normals.empty())
    for (std::size_t i = 0; i < count; ++i) out.normals[begin + i] = vec(answers[i].normal);
}

}  // namespace

void distance(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs, const DistanceOutput& out,
              const DistanceOptions& options) {
  const detail::FloatEnvironment standard;
  check_output(pairs, out);
  if (options.check == Check::inputs) {
    check_options(options);
    detail::check_pairs(first, second, pairs);
  }
  const auto a = first.store().view(), b = second.store().view();
  const detail::DistanceJob<InSpace> job{{InSpace::kernels_for_pairs(options.isa), a, b},
                                         InSpace::kernels_for_distances(options.isa),
                                         options.tolerance,
                                         !out.points.empty() || !out.normals.empty()};
  const bool all = !(options.no_farther_than <= max_coordinate);
  const detail::PairJob<InSpace> within{InSpace::kernels_for_within(options.isa), a, b, true,
                                        all ? 0 : options.no_farther_than};
  detail::for_each_part(detail::parts_of(pairs.size(), detail::pair_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * detail::pair_tile;
    const auto some = pairs.subspan(begin, std::min<std::size_t>(detail::pair_tile, pairs.size() - begin));
    std::array<detail::DistanceAnswer, detail::pair_tile> answers;
    if (all)
      detail::measure_tile(job, some, answers.data());
    else
      detail::measure_near(job, within, some, answers.data());
    write(answers.data(), begin, some.size(), out);
  });
}

}  // namespace lockstep
