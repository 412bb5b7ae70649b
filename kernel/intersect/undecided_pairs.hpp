// Decides the objects of views that float lanes leave open: as records, they take the path of pair lists.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "intersect/pair_tiles.hpp"
#include "sets/shape_records.hpp"
#include "sets/shape_records2.hpp"
#include "table/view_kind.hpp"

namespace lockstep::detail {

/// The type of shape that the objects of a view have in a set: the same floats in the same order.
template <ViewKind K>
struct ShapeOfView;
template <class AnySpace, class AnyShape, auto Kind>
struct ShapeOfKind {
  using Space = AnySpace;
  using Shape = AnyShape;
  static constexpr auto kind_of_all = Kind;
  static constexpr auto kind = static_cast<std::size_t>(Kind);
};
template <>
struct ShapeOfView<ViewKind::spheres> : ShapeOfKind<InSpace, Sphere, RecordKind::sphere> {};
template <>
struct ShapeOfView<ViewKind::aabbs> : ShapeOfKind<InSpace, Aabb, RecordKind::aabb> {};
template <>
struct ShapeOfView<ViewKind::boxes> : ShapeOfKind<InSpace, Box, RecordKind::box> {};
template <>
struct ShapeOfView<ViewKind::capsules> : ShapeOfKind<InSpace, Capsule, RecordKind::capsule> {};
template <>
struct ShapeOfView<ViewKind::circles> : ShapeOfKind<InPlane, Circle2, ShapeKind2::circle> {};
template <>
struct ShapeOfView<ViewKind::boxes2> : ShapeOfKind<InPlane, Box2, ShapeKind2::box> {};
template <>
struct ShapeOfView<ViewKind::capsules2> : ShapeOfKind<InPlane, Capsule2, ShapeKind2::capsule> {};

/// Object i of the streams as a shape.
template <ViewKind K>
typename ShapeOfView<K>::Shape shape_at(const std::array<const float*, stream_count(K)>& stream, std::size_t i) {
  std::array<float, stream_count(K)> numbers;
  for (std::size_t s = 0; s < numbers.size(); ++s) numbers[s] = stream[s][i];
  return std::bit_cast<typename ShapeOfView<K>::Shape>(numbers);
}

/// A few shapes as records.
template <class Space, std::size_t Most>
struct FewRecords {
  std::array<Record2, Most> records;

  template <class Shape>
  void put(std::size_t i, const Shape& shape) {
    records[i] = make_record(shape);
  }
  [[nodiscard]] ShapesView2 view() const { return {records.data(), nullptr, nullptr, true}; }
};
template <std::size_t Most>
struct FewRecords<InSpace, Most> {
  std::array<Record, Most> records;
  std::array<Quat, Most> rotations;

  template <class Shape>
  void put(std::size_t i, const Shape& shape) {
    records[i] = make_record(shape);
    if constexpr (requires { shape.rotation; }) rotations[i] = shape.rotation;
  }
  [[nodiscard]] ShapesView view() const { return {records.data(), rotations.data(), nullptr, nullptr, nullptr, true}; }
};

/// Decides the pairs at `undecided`, which are objects i of both arrays of streams: writes codes[i].
template <ViewKind K>
void decide_undecided(std::optional<Isa> isa, bool automatic, const std::array<const float*, stream_count(K)>& first,
                      const std::array<const float*, stream_count(K)>& second, std::span<const std::uint32_t> undecided,
                      std::uint8_t* codes) {
  using Space = typename ShapeOfView<K>::Space;
  constexpr std::size_t most = 4 * query_padding, kind = ShapeOfView<K>::kind;
  FewRecords<Space, most> a{}, b{};
  std::array<typename PairJob<Space>::Query, most> queries;
  std::array<std::uint8_t, most> decided;
  auto of_a = a.view(), of_b = b.view();
  std::array<std::remove_const_t<decltype(ShapeOfView<K>::kind_of_all)>, most> kinds;
  kinds.fill(ShapeOfView<K>::kind_of_all);
  of_a.kinds = of_b.kinds = kinds.data();
  const PairJob<Space> job{Space::kernels_for_pairs(isa), of_a, of_b, automatic};
  for (std::size_t begin = 0; begin < undecided.size(); begin += most) {
    const auto some = undecided.subspan(begin, std::min(most, undecided.size() - begin));
    for (std::size_t i = 0; i < some.size(); ++i) {
      a.put(i, shape_at<K>(first, some[i])), b.put(i, shape_at<K>(second, some[i]));
      queries[i] = {&a.records[i], &b.records[i]};
    }
    job.decide(kind * PairJob<Space>::kinds + kind, queries.data(), some.size(), decided.data());
    for (std::size_t i = 0; i < some.size(); ++i) codes[some[i]] = decided[i];
  }
}

}  // namespace lockstep::detail
