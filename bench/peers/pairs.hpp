// The loops that all peers share: prepared shapes, and one call per pair that decides whether they overlap, or measures
// their distance.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "methods/distance_method.hpp"
#include "work/workloads.hpp"

namespace lockstep::bench {

template <class Shape, class Decide>
class PeerPairs final : public Method {
 public:
  PeerPairs(std::vector<Shape> shapes, const std::vector<Pair>& pairs, Decide decide)
      : shapes_(std::move(shapes)), pairs_(pairs), hits_(pairs.size()), decide_(std::move(decide)) {}

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) hits_[i] = decide_(shapes_[pairs_[i].a], shapes_[pairs_[i].b]);
  }
  bool hit(std::size_t query) const override { return hits_[query] != 0; }

 private:
  std::vector<Shape> shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<std::uint8_t> hits_;
  Decide decide_;
};

template <class Shape, class Measure>
class PeerDistances final : public DistanceMethod {
 public:
  PeerDistances(std::vector<Shape> shapes, const std::vector<Pair>& pairs, Measure measure)
      : shapes_(std::move(shapes)), pairs_(pairs), found_(pairs.size()), measure_(std::move(measure)) {}

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) found_[i] = measure_(shapes_[pairs_[i].a], shapes_[pairs_[i].b]);
  }
  Interval distance(std::size_t query) const override { return static_cast<Interval>(found_[query]); }

 private:
  std::vector<Shape> shapes_;
  const std::vector<Pair>& pairs_;
  std::vector<std::invoke_result_t<const Measure&, const Shape&, const Shape&>> found_;
  Measure measure_;
};

template <class Source, class Prepare>
auto peer_shapes(const Source& source, Prepare prepare) {
  std::vector<decltype(prepare(source[0]))> shapes;
  shapes.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) shapes.push_back(prepare(source[i]));
  return shapes;
}

/// `prepare(source[i])` makes the peer's shape; `decide(a, b)` is timed.
template <class Source, class Prepare, class Decide>
std::unique_ptr<Method> peer_pairs(const Source& source, const PairWorkload& workload, Prepare prepare, Decide decide) {
  using Shape = decltype(prepare(source[0]));
  return std::make_unique<PeerPairs<Shape, Decide>>(peer_shapes(source, prepare), workload.pairs, std::move(decide));
}

/// The same, where `measure(a, b)` is an interval, or a result that converts to one.
template <class Source, class Workload, class Prepare, class Measure>
std::unique_ptr<DistanceMethod> peer_distances(const Source& source, const Workload& workload, Prepare prepare,
                                               Measure measure) {
  using Shape = decltype(prepare(source[0]));
  return std::make_unique<PeerDistances<Shape, Measure>>(peer_shapes(source, prepare), workload.pairs,
                                                         std::move(measure));
}

}  // namespace lockstep::bench
