// What `distance` of two sets is, of space or of the plane.
#pragma once

#include "base/blocks.hpp"
#include "distance/distance_list.hpp"

namespace lockstep::detail {

template <class Output>
void check_output(std::span<const Pair> pairs, const Output& out) {
  check_blocks({{"pairs", pairs},
                {"out.distances", out.distances},
                {"out.points", out.points, !out.points.empty()},
                {"out.normals", out.normals, !out.normals.empty()}});
}

inline void check_options(const DistanceOptions& options) {
  if (!(options.tolerance >= 0))
    throw_invalid("options.tolerance", static_cast<float>(options.tolerance), "must not be negative");
  if (!(options.no_farther_than >= 0))
    throw_invalid("options.no_farther_than", options.no_farther_than, "must not be negative");
}

inline void put(Vec3d& out, const double (&p)[3]) { out = {p[0], p[1], p[2]}; }
inline void put(Vec2d& out, const double (&p)[3]) { out = {p[0], p[1]}; }

template <class Answer, class Output>
void write(const Answer* answers, std::size_t begin, std::size_t count, const Output& out) {
  for (std::size_t i = 0; i < count; ++i) out.distances[begin + i] = {answers[i].lower, answers[i].upper};
  if constexpr (std::is_same_v<Answer, DistanceAnswer>) {
    if (!out.points.empty())
      for (std::size_t i = 0; i < count; ++i)
        put(out.points[begin + i].a, answers[i].on_a), put(out.points[begin + i].b, answers[i].on_b);
    if (!out.normals.empty())
      for (std::size_t i = 0; i < count; ++i) put(out.normals[begin + i], answers[i].normal);
  }
}

/// Tile by tile, with what `Answer` holds.
template <class Answer, class World, class Output>
void measure_pairs(const PairJob<World>& verdicts, std::span<const Pair> pairs, const Output& out,
                   const DistanceOptions& options) {
  const DistanceJob<World, Answer> job{verdicts, World::kernels_for_distances(options.isa), options.tolerance};
  const bool all = !(options.no_farther_than <= max_coordinate);
  const PairJob<World> within{World::kernels_for_within(options.isa), verdicts.first, verdicts.second, true,
                              all ? 0 : options.no_farther_than};
  for_each_part(parts_of(pairs.size(), pair_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * pair_tile;
    const auto some = pairs.subspan(begin, std::min<std::size_t>(pair_tile, pairs.size() - begin));
    std::array<Answer, pair_tile> answers;
    if (all)
      measure_tile(job, some, answers.data());
    else
      measure_near(job, within, some, answers.data());
    write(answers.data(), begin, some.size(), out);
  });
}

template <class World, class Set, class Output>
void measure_sets(const Set& first, const Set& second, std::span<const Pair> pairs, const Output& out,
                  const DistanceOptions& options) {
  const FloatEnvironment standard;
  check_output(pairs, out);
  if (options.check == Check::inputs) {
    check_options(options);
    check_pairs(first, second, pairs);
  }
  const PairJob<World> verdicts{World::kernels_for_pairs(options.isa), first.store().view(), second.store().view()};
  if (out.points.empty() && out.normals.empty())
    measure_pairs<DistanceBounds>(verdicts, pairs, out, options);
  else
    measure_pairs<DistanceAnswer>(verdicts, pairs, out, options);
}

}  // namespace lockstep::detail
