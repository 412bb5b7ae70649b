// Batches of shapes for queries, one shape at a time: those of a view, converted to records on demand, and those of a
// set.
#pragma once

#include <array>
#include <bit>
#include <numeric>
#include <optional>
#include <span>

#include "base/scratch.hpp"
#include "intersect/undecided_pairs.hpp"
#include "overlap/overlap_memory.hpp"
#include "sets/shape_bounds.hpp"
#include "world/curve_order.hpp"
#include "world/world_input.hpp"

namespace lockstep::detail {

/// From this count on, shapes are queried in spatial order, so that each finds the blocks of the last one in the
/// caches.
inline constexpr std::size_t many_shapes = 4096;

/// Up to this count, checks avoid the setup of the kernels for many shapes.
inline constexpr std::size_t few_shapes = 16;

/// The shapes of a view, converted to records on demand.
template <ViewKind K>
struct ShapesOfView {
  Streams<K> streams;

  [[nodiscard]] std::size_t count() const { return streams.count; }
  [[nodiscard]] Vec3 place(std::size_t i) const {
    const auto o = object_at(streams, i);
    return {o[0], o[1], o[2]};
  }
  void check(std::span<const std::byte> written, Check check, std::optional<Isa> isa) const {
    check_streams(streams, written, "any");
    if (check == Check::none) return;
    if (streams.count > few_shapes) return check_numbers(StridedObjects<K>(streams, kernels_for(stream_tables, isa)));
    for (std::size_t i = 0; i < streams.count; ++i)
      if (!is_object(streams, i)) throw_bad(streams, i);
  }
  /// Up to `Most` of the shapes, as records.
  template <std::size_t Most>
  class Batch {
   public:
    Batch(const ShapesOfView& shapes, std::span<const std::uint32_t> list) {
      for (std::size_t k = 0; k < list.size(); ++k)
        records_.put(k, std::bit_cast<typename ShapeOfView<K>::Shape>(object_at(shapes.streams, list[k])));
      kinds_.fill(ShapeOfView<K>::kind_of_all);
    }
    [[nodiscard]] ShapesView view() const {
      ShapesView view = records_.view();
      view.kinds = kinds_.data();
      return view;
    }
    /// The record of list[k].
    [[nodiscard]] std::uint32_t record(std::size_t k) const { return static_cast<std::uint32_t>(k); }

   private:
    FewRecords<InSpace, Most> records_;
    std::array<RecordKind, Most> kinds_;
  };
};

/// The shapes of a set.
struct ShapesOfSet {
  const ShapeStore& store;
  const ShapesView view = store.view_with_positions();
  const Vec3d origin = origin_of(store);

  [[nodiscard]] std::size_t count() const { return store.records.size(); }
  /// Near the shape, relative to some origin.
  [[nodiscard]] Vec3 place(std::size_t i) const {
    const auto& row = view.records[i].row[0];
    if (view.positions == nullptr) return {row[0], row[1], row[2]};
    const auto [x, y, z] = offset_of(view.positions[i], origin);
    return {static_cast<float>(x + row[0]), static_cast<float>(y + row[1]), static_cast<float>(z + row[2])};
  }
  void check(std::span<const std::byte>, Check, std::optional<Isa>) const {}
  template <std::size_t Most>
  class Batch {
   public:
    Batch(const ShapesOfSet& shapes, std::span<const std::uint32_t> list) : view_(shapes.view), list_(list) {}
    [[nodiscard]] const ShapesView& view() const { return view_; }
    [[nodiscard]] std::uint32_t record(std::size_t k) const { return list_[k]; }

   private:
    const ShapesView& view_;
    std::span<const std::uint32_t> list_;
  };
};

/// The shapes of a view as a set.
template <ViewKind K>
ShapeSet set_of(const ShapesOfView<K>& shapes) {
  ShapeSet set;
  set.reserve(shapes.count());
  for (std::size_t i = 0; i < shapes.count(); ++i)
    set.add(std::bit_cast<typename ShapeOfView<K>::Shape>(object_at(shapes.streams, i)), Check::none);
  return set;
}

inline ShapesOfView<ViewKind::spheres> shapes_of(const SphereView& view) { return {streams_of(view)}; }
inline ShapesOfView<ViewKind::aabbs> shapes_of(const AabbView& view) { return {streams_of(view)}; }
inline ShapesOfSet shapes_of(const ShapeSet& set) { return {set.store()}; }

template <class Shapes>
ScratchVector<std::uint32_t> order_of(const Shapes& shapes) {
  ScratchVector<std::uint32_t> order(shapes.count());
  std::iota(order.begin(), order.end(), 0U);
  if (order.size() < many_shapes) return order;
  ScratchVector<Vec3> places(order.size());
  for_each_range(order.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 place = shapes.place(i);
      if (is_valid_vec3(place)) places[i] = place;
    }
  });
  sort_along_curve(places, order);
  return order;
}

/// Validates a call about a batch and `objects` other objects, before it writes `any`, which has a bit for each shape
/// of the batch.
template <class Shapes>
void check_any(const Shapes& shapes, std::size_t objects, std::span<std::uint64_t> any, const OverlapOptions& options) {
  const OverlapOutput out{.any = any};
  check_overlap_options(options, shapes.count(), objects, false);
  check_output(out, shapes.count());
  check_filter_memory(options, out);
  shapes.check(std::as_bytes(any), options.check, options.isa);
}
/// Validates a call that returns lists.
template <class Shapes>
void check_listed(const Shapes& shapes, std::size_t objects, const OverlapOptions& options) {
  check_overlap_options(options, shapes.count(), objects, false);
  shapes.check({}, options.check, options.isa);
}

}  // namespace lockstep::detail
