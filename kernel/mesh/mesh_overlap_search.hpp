// The triangles of a mesh that shapes overlap. The BVH prunes triangles that are separate; the remaining pairs of many
// shapes go through the pair kernels together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "mesh/made_triangles.hpp"
#include "overlap/pair_filter.hpp"
#include "sets/shape_bounds.hpp"
#include "table/triangle_tables.hpp"

namespace lockstep::detail {

/// The bounds of a shape with a margin; the box if the shape is neither a ball nor a capsule, or stands at a position
/// that floats need not hold.
inline TriangleNeighbour neighbour_of(const ShapesView& shapes, std::uint32_t index, float margin) {
  const Record& record = shapes.records[index];
  const RecordKind kind = shapes.kinds[index];
  const Vec3d position = position_of(shapes, index);
  TriangleNeighbour it{};
  const Bounds3 box = bounds_of(record, kind, 2 * margin, position);  // it adds half of that, and triangles add nothing
  std::copy_n(box.low, 3, it.box), std::copy_n(box.high, 3, it.box + 3);
  const bool is_capsule = kind == RecordKind::capsule && position == Vec3d{};
  it.is_round = is_capsule || (kind == RecordKind::sphere && position == Vec3d{});
  if (it.is_round) {
    std::copy_n(record.row[0], 3, it.anchor);
    it.radius = record.row[0][3] + margin;
  } else {
    std::copy_n(box.low, 3, it.anchor);
  }
  for (int k = 0; k < 3; ++k) {
    if (is_capsule)
      it.along[k] = record.row[1][k] - record.row[0][k];
    else if (!it.is_round)
      it.breadth[k] = box.high[k] - box.low[k];
  }
  return it;
}

/// The search of one thread. Shapes are records of `shapes`.
class MeshOverlapSearch {
 public:
  /// If `any`, one triangle of each shape is enough.
  MeshOverlapSearch(const TriangleMesh::Store& mesh, const ShapesView& shapes, const OverlapOptions& options, bool any)
      : tree_(mesh.tree()),
        kernels_(kernels_for(triangle_tables, options.isa)),
        source_{shapes, mesh},
        options_(options),
        filter_(options),
        any_(any),
        job_{options.margin != 0 ? InSpace::kernels_for_within(options.isa) : InSpace::kernels_for_pairs(options.isa),
             shapes,
             {},
             true,
             options.margin} {}

  /// Calls emit(i, triangle) for the triangles that the shape overlaps, now or in `finish`; i is the caller's name of
  /// the shape. Unless `any`, the triangles of one shape come before those of the next.
  template <class Emit>
  void operator()(std::uint32_t record, std::uint32_t i, const Emit& emit) {
    if (source_.first.kinds[record] == RecordKind::free_slot) return;
    if (waiting_ == at_once) intersect_leaves(emit);
    Waiting& shape = shapes_[waiting_++];
    shape.record = record, shape.index = i;
    shape.bounds = neighbour_of(source_.first, record, options_.margin);
    shape.search.start(tree_);
    kernels_.search(tree_, shape.bounds, shape.search);
  }

  template <class Emit>
  void finish(const Emit& emit) {
    intersect_leaves(emit);
    if (found_ != 0) decide(emit);
  }

 private:
  /// While the leaves of some shapes are fetched from memory, others traverse the tree.
  static constexpr std::size_t at_once = 16;
  struct Waiting {
    std::uint32_t record, index;
    TriangleNeighbour bounds;
    TriangleSearch search;
  };
  struct Found {
    Pair pair;  // of a record and a triangle
    std::uint32_t index;
    bool is_met;  // proven; else the pair is open
  };

  template <class Emit>
  void intersect_leaves(const Emit& emit) {
    const std::size_t count = std::exchange(waiting_, 0);
    for (std::size_t k = 0; k < count; ++k) intersect_leaves(shapes_[k], emit);
  }

  /// Intersects the leaves of a shape.
  template <class Emit>
  void intersect_leaves(Waiting& shape, const Emit& emit) {
    is_done_ = false;
    const auto add_all = [&](std::uint32_t leaf) {
      const TriangleBits bits = kernels_.leaf_overlaps(tree_, shape.bounds, leaf);
      const auto first = static_cast<std::uint32_t>(leaf * TriangleTree::fan);
      for (unsigned near = bits.maybe; near != 0 && !is_done_; near &= near - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(near));
        add(shape, first + i, (bits.surely >> i & 1) != 0, emit);
      }
    };
    for (;;) {
      for (std::uint32_t k = 0; k < shape.search.leaves && !is_done_; ++k) add_all(shape.search.leaf[k]);
      if (shape.search.groups == 0 || is_done_) break;
      shape.search.leaves = 0;
      kernels_.search(tree_, shape.bounds, shape.search);
    }
    for (std::uint32_t k = tree_.valid; k < tree_.count && !is_done_; ++k)
      add(shape, k, false, emit);  // `touching` with all
  }

  /// No kernel says `separated` for shapes that share a point: unless `touching` counts as separate, the pair is
  /// decided.
  template <class Emit>
  void add(const Waiting& shape, std::uint32_t position, bool shares_point, const Emit& emit) {
    const std::uint32_t triangle = tree_.order[position];
    if (!filter_.may_meet(shape.index, triangle)) return;
    const bool is_met = shares_point && options_.touching == Touching::overlap;
    if (is_met && (any_ || found_ == 0)) {  // else it comes after those of earlier shapes
      emit(shape.index, triangle);
      is_done_ = any_;
      return;
    }
    list_[found_] = {{shape.record, triangle}, shape.index, is_met};
    if (++found_ == list_.size()) decide(emit);
  }

  template <class Emit>
  void decide(const Emit& emit) {
    const auto found = std::span<const Found>(list_).first(std::exchange(found_, 0));
    std::array<std::uint8_t, pair_tile> codes;
    find_codes(found, codes.data());
    const std::uint8_t* code = codes.data();
    for (const Found& it : found) {
      if (!it.is_met && !overlaps(static_cast<Verdict>(*code++), options_.touching)) continue;
      emit(it.index, it.pair.b);
      is_done_ = any_ && it.index == found.back().index;
    }
  }

  /// Queries the pair kernels about the open pairs.
  void find_codes(std::span<const Found> found, std::uint8_t* codes) const {
    std::array<Pair, pair_tile> pairs;
    std::size_t open = 0;
    for (const Found& it : found)
      if (!it.is_met) pairs[open++] = it.pair;
    if (open == 0) return;
    const MeshPairs::Tile tile(source_, std::span<const Pair>(pairs).first(open));
    decide_tile<pair_tile>(job_.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs, codes);
  }

  const TriangleTree tree_;
  const TriangleKernels& kernels_;
  const MeshPairs source_;
  const OverlapOptions& options_;
  const PairFilter filter_;
  const bool any_;
  const PairJob<InSpace> job_;
  std::array<Waiting, at_once> shapes_;
  std::array<Found, pair_tile> list_;
  std::size_t waiting_ = 0, found_ = 0;
  bool is_done_ = false;
};

}  // namespace lockstep::detail
