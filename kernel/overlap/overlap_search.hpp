// Overlap queries of a world, one shape at a time: boxes cull, lanes decide whole blocks of objects, and the kernels of
// pairs decide what these leave open.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "intersect/undecided_pairs.hpp"
#include "overlap/pair_filter.hpp"
#include "sets/shape_bounds.hpp"
#include "world/box_traversal.hpp"

namespace lockstep::detail {

/// A shape as a query for the kernels of a world whose boxes are relative to `origin`.
inline OverlapQuery query_of(const ShapesView& shapes, std::uint32_t index, float margin, const Vec3d& origin) {
  OverlapQuery query{OverlapQueryKind::boxed, {}, {}};
  const Bounds3 box = bounds_of(shapes, index, 2 * margin, origin);  // takes half of it; the objects' boxes have none
  std::copy_n(box.low, 3, query.box), std::copy_n(box.high, 3, query.box + 3);
  if (position_of(shapes, index) != origin || shapes.low_positions != nullptr) return query;
  const Record& record = shapes.records[index];
  const RecordKind kind = shapes.kinds[index];
  std::copy_n(record.row[0], 3, query.number);
  if (kind == RecordKind::sphere) {
    query.kind = OverlapQueryKind::sphere;
    query.number[3] = record.row[0][3] + margin;
  } else if (kind == RecordKind::aabb && margin == 0) {
    query.kind = OverlapQueryKind::aabb;
    std::copy_n(record.row[1], 3, query.number + 3);
  }
  return query;
}

/// Some objects of a world of spheres or boxes as records.
template <std::size_t Most>
class ObjectRecords {
 public:
  explicit ObjectRecords(ViewKind kind) {
    kinds_.fill(kind == ViewKind::spheres ? RecordKind::sphere : RecordKind::aabb);
  }
  void put(std::size_t i, const World::Store& store, std::size_t at) {
    const auto stream = store.from(at);
    if (store.kind == ViewKind::spheres)
      records_.put(i, shape_at<ViewKind::spheres>({stream[0], stream[1], stream[2], stream[3]}, 0));
    else
      records_.put(i, shape_at<ViewKind::aabbs>(stream, 0));
  }
  [[nodiscard]] ShapesView view() const {
    ShapesView view = records_.view();
    view.kinds = kinds_.data();
    return view;
  }

 private:
  FewRecords<InSpace, Most> records_;
  std::array<RecordKind, Most> kinds_;
};

/// The queries of one thread.
class OverlapSearch {
 public:
  OverlapSearch(const World::Store& store, const OverlapOptions& options)
      : store_(store),
        options_(options),
        kernels_(kernels_for(world_tables, options.isa)),
        traverse_(store, kernels_),
        filter_(options),
        records_(store.kind),
        job_{options.margin != 0 ? InSpace::kernels_for_within(options.isa) : InSpace::kernels_for_pairs(options.isa),
             {},
             of_shapes() ? store.shape_set()->store().view_with_positions() : records_.view(),
             true,
             options.margin} {}
  OverlapSearch(const OverlapSearch&) = delete;
  OverlapSearch& operator=(const OverlapSearch&) = delete;

  /// Calls take(object) for each object that shape i, a record of `shapes`, overlaps, until it returns true. Returns
  /// whether it did. A body may be reported several times.
  template <class Take>
  bool operator()(const ShapesView& shapes, std::uint32_t record, std::size_t i, const Take& take) {
    shape_ = i, record_ = record, open_ = 0;
    job_.first = shapes;
    const OverlapQuery query = query_of(shapes, record, options_.margin, store_.origin);
    const auto stream = store_.from(0);
    const OverlapQueryKind query_kind = of_shapes() ? OverlapQueryKind::boxed : query.kind;
    auto* const overlaps =
        kernels_.overlaps[static_cast<std::size_t>(query_kind)][static_cast<std::size_t>(store_.kind)];
    return traverse_(query.box,
                     [&](std::size_t block) {
                       const std::size_t first = block * world_block;
                       return add(first, overlaps(stream.data(), first, query), store_.alive(block), take);
                     }) ||
           decide_open(take);
  }

 private:
  static constexpr std::size_t most_open = pair_tile;

  template <class Take>
  bool add(std::size_t first, const WithinWords& words, std::uint64_t alive, const Take& take) {
    for (std::uint64_t maybe = words.maybe & alive; maybe != 0; maybe &= maybe - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(maybe));
      const std::uint32_t index = store_.order[first + bit], object = owners_ == nullptr ? index : owners_[index];
      if (!filter_.may_meet(shape_, object)) continue;
      if ((words.surely >> bit & 1) != 0) {
        if (take(object)) return true;
        continue;
      }
      if (!of_shapes()) records_.put(open_, store_, first + bit);
      pairs_[open_] = {record_, of_shapes() ? index : static_cast<std::uint32_t>(open_)};
      object_[open_++] = object;
      if (open_ == most_open && decide_open(take)) return true;
    }
    return false;
  }

  /// Decides the open pairs.
  template <class Take>
  bool decide_open(const Take& take) {
    if (open_ == 0) return false;
    std::array<std::uint8_t, most_open> codes;
    decide_tile<most_open>(job_, std::span<const Pair>(pairs_).first(open_), codes.data());
    const std::size_t count = std::exchange(open_, 0);
    for (std::size_t i = 0; i < count; ++i)
      if (overlaps(static_cast<Verdict>(codes[i]), options_.touching) && take(object_[i])) return true;
    return false;
  }

  [[nodiscard]] bool of_shapes() const { return store_.shape_set() != nullptr; }

  const World::Store& store_;
  const std::uint32_t* const owners_ = store_.owners();
  const OverlapOptions& options_;
  const WorldKernels& kernels_;
  const BoxTraversal traverse_;
  const PairFilter filter_;
  ObjectRecords<most_open> records_;  // records of open objects, unless they are shapes of a set
  PairJob<InSpace> job_;
  std::array<Pair, most_open> pairs_;  // the open pairs, as records of both
  std::array<std::uint32_t, most_open> object_;
  std::size_t shape_ = 0, open_ = 0;
  std::uint32_t record_ = 0;
};

}  // namespace lockstep::detail
