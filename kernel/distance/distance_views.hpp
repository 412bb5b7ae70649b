// Distances of objects side by side in arrays, of space or of the plane. Lanes measure the pairs in place; pairs that
// these leave open, and all outputs beyond distances, take the path of pair lists.
#pragma once

#include "base/call.hpp"
#include "distance/distance_sets.hpp"
#include "intersect/undecided_pairs.hpp"
#include "lockstep/distance.hpp"
#include "views/side_by_side.hpp"

namespace lockstep::detail {

inline constexpr std::size_t run_of_pairs = 512;  // whose open pairs are listed before they are measured

/// Up to pair_tile pairs as records: object i of the first view with object i of the second.
template <ViewKind K>
struct RecordPairs {
  using Space = typename ShapeOfView<K>::Space;

  FewRecords<Space, pair_tile> first, second;
  std::array<Pair, pair_tile> pairs;

  template <class Numbers, class PositionOf>
  RecordPairs(const Numbers& a, const Numbers& b, std::size_t count, const PositionOf& position) {
    for (std::size_t i = 0; i < count; ++i) {
      first.put(i, shape_at<K>(a, position(i))), second.put(i, shape_at<K>(b, position(i)));
      pairs[i] = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i)};
    }
  }
  [[nodiscard]] PairsOf<Space> tile(std::size_t count) const {
    static constexpr auto kinds = [] {  // one for each, since lists may have any kinds
      std::array<std::remove_const_t<decltype(ShapeOfView<K>::kind_of_all)>, pair_tile> all{};
      all.fill(ShapeOfView<K>::kind_of_all);
      return all;
    }();
    auto a = first.view(), b = second.view();
    a.kinds = kinds.data(), b.kinds = kinds.data();
    return {a, b, std::span(pairs).first(count)};
  }
};

/// Distances alone, of runs of two views in place.
template <ViewKind K>
struct ElementDistances {
  using Numbers = typename SideBySide<K>::Numbers;

  int (*measure)(const ElementDistanceBatch&);
  const Measurer<typename ShapeOfView<K>::Space, Interval>& measurer;
  double tolerance;
  Interval* distances;

  void operator()(const Numbers& a, const Numbers& b, std::size_t begin, std::size_t count) const {
    std::array<std::uint32_t, run_of_pairs> undecided;
    ElementDistanceBatch batch{{}, {}, static_cast<int>(count), tolerance, distances + begin, undecided.data()};
    std::copy(a.begin(), a.end(), batch.first);
    std::copy(b.begin(), b.end(), batch.second);
    const auto left = static_cast<std::size_t>(measure(batch));
    if (left != 0) [[unlikely]]
      measure_undecided(a, b, std::span(undecided).first(left), batch.bounds);
  }

  void measure_undecided(const Numbers& a, const Numbers& b, std::span<const std::uint32_t> undecided,
                         Interval* bounds) const {
    std::array<Interval, pair_tile> measured;
    for (std::size_t at = 0; at < undecided.size(); at += pair_tile) {
      const auto some = undecided.subspan(at, std::min<std::size_t>(pair_tile, undecided.size() - at));
      const RecordPairs<K> pairs(a, b, some.size(), [&](std::size_t i) { return some[i]; });
      measurer.measure(pairs.tile(some.size()), measured.data());
      for (std::size_t i = 0; i < some.size(); ++i) bounds[some[i]] = measured[i];
    }
  }
};

/// Distances of runs of two views as records, a tile at a time.
template <ViewKind K, class Output>
struct RecordDistances {
  using Space = typename ShapeOfView<K>::Space;
  using Numbers = typename SideBySide<K>::Numbers;

  const Measurer<Space>& measurer;
  const Output& out;

  void operator()(const Numbers& a, const Numbers& b, std::size_t begin, std::size_t count) const {
    for (std::size_t at = 0; at < count; at += pair_tile) {
      const std::size_t some = std::min<std::size_t>(pair_tile, count - at);
      const RecordPairs<K> pairs(a, b, some, [&](std::size_t i) { return at + i; });
      std::array<DistanceAnswer, pair_tile> answers;
      measurer.measure(pairs.tile(some), answers.data());
      write(answers.data(), begin + at, some, out);
    }
  }
};

/// Whether lanes can measure these kinds in place.
template <ViewKind K>
inline constexpr bool has_element_kernel = K == ViewKind::spheres || K == ViewKind::aabbs || K == ViewKind::capsules;

template <ViewKind K, class Output>
void check_views_output(const Streams<K>& first, const Streams<K>& second, const Output& out) {
  const auto check = [&](const char* name, const auto& span) {
    if (span.size() != second.count)
      throw InvalidInput(std::string(name) + ": has " + std::to_string(span.size()) +
                         " elements, needs one for each of the " + std::to_string(second.count) + " objects of " +
                         second.name);
    check_streams(first, std::as_bytes(span), name);
    check_streams(second, std::as_bytes(span), name);
  };
  check("out.distances", out.distances);
  if (!out.points.empty()) check("out.points", out.points);
  if (!out.normals.empty()) check("out.normals", out.normals);
  check_blocks(
      {{"out.distances", out.distances}, {"out.points", out.points, false}, {"out.normals", out.normals, false}});
}

template <ViewKind K, class Output>
void measure_streams(Streams<K> first, const char* name_of_first, Streams<K> second, const char* name_of_second,
                     const Output& out, const DistanceOptions& options) {
  using Space = typename ShapeOfView<K>::Space;
  const Call call(options.executor);
  first.name = name_of_first, second.name = name_of_second;
  check_same_count(first, second);
  check_views_output(first, second, out);
  if (options.check == Check::inputs) check_options(options);
  SideBySide<K> sides(first, second, options.isa, options.check);
  if constexpr (has_element_kernel<K>) {
    if (out.points.empty() && out.normals.empty() && !(options.no_farther_than <= max_coordinate)) {
      const Measurer<Space, Interval> measurer(options.isa, options.tolerance, options.no_farther_than);
      const auto measure = kernels_for(element_distance_tables, options.isa).measure[Streams<K>::kernel];
      sides.for_each_run(run_of_pairs, ElementDistances<K>{measure, measurer, options.tolerance, out.distances.data()});
      return;
    }
  }
  const Measurer<Space> measurer(options.isa, options.tolerance, options.no_farther_than);
  sides.for_each_run(run_of_pairs, RecordDistances<K, Output>{measurer, out});
}

}  // namespace lockstep::detail

namespace lockstep {

template <DistanceViews View>
void distance(const View& first, const View& second, const DistanceOutputOf<View, View>& out,
              const DistanceOptions& options) {
  detail::measure_streams(detail::streams_of(first), "first", detail::streams_of(second), "second", out, options);
}

template <DistanceViews View>
void distance(const typename View::Shape& one, const View& many, const DistanceOutputOf<View, View>& out,
              const DistanceOptions& options) {
  const auto second = detail::streams_of(many);
  const auto numbers = std::bit_cast<std::array<float, second.size>>(one);
  detail::measure_streams(detail::shared_by_all(numbers, second), "one", second, "many", out, options);
}

}  // namespace lockstep
