// Implements `distance` of two sets, of space or of the plane.
#pragma once

#include "base/blocks.hpp"
#include "base/call.hpp"
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

template <class Output>
void write(const DistanceAnswer* answers, std::size_t begin, std::size_t count, const Output& out) {
  for (std::size_t i = 0; i < count; ++i) out.distances[begin + i] = {answers[i].lower, answers[i].upper};
  if (!out.points.empty())
    for (std::size_t i = 0; i < count; ++i)
      put(out.points[begin + i].a, answers[i].on_a), put(out.points[begin + i].b, answers[i].on_b);
  if (!out.normals.empty())
    for (std::size_t i = 0; i < count; ++i) put(out.normals[begin + i], answers[i].normal);
}

/// Measures validated pairs.
template <class Space, class Source, class Output>
void measure_pairs(const Source& source, std::span<const Pair> pairs, const Output& out,
                   const DistanceOptions& options) {
  if (out.points.empty() && out.normals.empty()) {
    const Measurer<Space, Interval> measurer(options.isa, options.tolerance, options.no_farther_than);
    for_each_tile(source, pairs, [&](std::size_t begin, const PairsOf<Space>& tile) {
      measurer.measure(tile, out.distances.data() + begin);
    });
  } else {
    const Measurer<Space> measurer(options.isa, options.tolerance, options.no_farther_than);
    for_each_tile(source, pairs, [&](std::size_t begin, const PairsOf<Space>& tile) {
      std::array<DistanceAnswer, pair_tile> answers;
      measurer.measure(tile, answers.data());
      write(answers.data(), begin, tile.pairs.size(), out);
    });
  }
}

template <class Space, class Set, class Output>
void measure_sets(const Set& first, const Set& second, std::span<const Pair> pairs, const Output& out,
                  const DistanceOptions& options) {
  const Call call(options.executor);
  check_output(pairs, out);
  if (options.check == Check::inputs) {
    check_options(options);
    check_pairs(first, second, pairs);
  }
  const SetPairs<Space> source{first.store().view_with_positions(), second.store().view_with_positions()};
  measure_pairs<Space>(source, pairs, out, options);
}

}  // namespace lockstep::detail
