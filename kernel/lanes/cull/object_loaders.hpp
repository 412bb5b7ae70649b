// From the arrays of a culling call to objects in lanes: from() and bounds_at() for planes and probes, at() for GJK and
// in double lanes.
#pragma once

#include "lanes/cull/cull_objects.hpp"
#include "lanes/shapes/valid_objects.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// W objects of one kind from records.
template <RecordKind K>
struct RecordLoader {
  using Batch = detail::RecordBatch;

  const Batch& batch;
  HullScratch* scratch = nullptr;  // set if hulls are read

  auto from(int first) const {
    return bounds([&](int i) { return batch.records[first + i]; });
  }
  auto bounds_at(const std::uint32_t* position) const {
    return bounds([&](int i) { return batch.records[position[i]]; });
  }
  auto at(const std::uint32_t* position) const {
    return object([&](int i) { return batch.records[position[i]]; });
  }

 private:
  template <class RecordOf>
  auto object(const RecordOf& record) const {
    const auto shape = [&](int i) { return batch.shapes.shape_of(record(i)); };
    PairPositions positions;
    const Origin origin = positions.origin(broadcast(batch.volume->anchor), shape);
    return load_object<K>(RowsOf<K>(shape), shape, origin, scratch);
  }
  template <class RecordOf>
  auto bounds(const RecordOf& record) const {
    if constexpr (K == RecordKind::hull) {
      const auto shape = [&](int i) { return batch.shapes.shape_of(record(i)); };
      PairPositions positions;
      const Origin origin = positions.origin(broadcast(batch.volume->anchor), shape);
      const RowsOf<K> r(shape);
      return HullBounds(r, xyz(r.row[0]) - origin);
    } else {
      return object(record);
    }
  }
};

/// W objects of one kind from streams.
template <ViewKind K>
struct StreamLoader {
  using Batch = detail::StreamBatch;

  const Batch& batch;

  auto from(int first) const {
    return object([&](int s) { return Real::load(batch.stream[s] + first); });
  }
  auto bounds_at(const std::uint32_t* position) const { return at(position); }
  auto at(const std::uint32_t* position) const {
    return object([&](int s) {
      float lane[Real::width];
      for (int i = 0; i < Real::width; ++i) __builtin_memcpy(&lane[i], batch.stream[s] + position[i], sizeof(float));
      return Real::load(lane);
    });
  }

 private:
  template <class Read>
  auto object(const Read& read) const {
    const Vec origin = broadcast(batch.volume->anchor);
    const auto vec = [&](int s) { return Vec{read(s), read(s + 1), read(s + 2)}; };
    if constexpr (K == ViewKind::spheres) {
      const Real radius = read(3);
      return SphereObject{{vec(0) - origin, {}, {}, radius, radius}};
    }
    if constexpr (K == ViewKind::aabbs) return AabbObject{vec(0) - origin, vec(3) - origin};
    if constexpr (K == ViewKind::boxes)
      return box_object(vec(0) - origin, Quad{read(3), read(4), read(5), read(6)}, vec(7));
    if constexpr (K == ViewKind::transformed_boxes)
      return TransformedObject({vec(0), vec(4), vec(8)}, Vec{read(3), read(7), read(11)} - origin, vec(12), vec(15));
  }
};

/// The same for the planes, which check each object that they read.
template <ViewKind K>
struct CheckedLoader : StreamLoader<K> {
  using StreamLoader<K>::batch;

  /// Whether one of 64 objects is invalid; stores its index.
  bool has_bad(int first) const {
    const int at = first_bad<K>(batch.stream, first, first + 64);
    if (at != first + 64) *batch.bad = at;
    return at != first + 64;
  }
  /// Of the objects from(first), those that are not valid beyond doubt. The numbers of spheres and aligned boxes are at
  /// most as large as their lengths and the anchor.
  template <class Object>
  Mask may_be_bad(int first, const Object& object) const {
    const auto number = [&](std::size_t s) { return Real::load(batch.stream[s] + first); };
    const Real most = (Real(max_coordinate) - norm_1(broadcast(batch.volume->anchor))) * Real(1 - 0x1p-20F);
    if constexpr (K == ViewKind::spheres)
      return !((object.lengths() <= most) & (number(3) >= Real(0)));
    else if constexpr (K == ViewKind::aabbs)
      return !((object.lengths() <= most) & (number(0) <= number(3)) & (number(1) <= number(4)) &
               (number(2) <= number(5)));
    else
      return !are_valid<K>(number);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
