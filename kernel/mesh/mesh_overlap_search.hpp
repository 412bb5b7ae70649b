// The triangles of a mesh that shapes overlap: the tree leaves out what is apart, and what it leaves of many shapes
// goes through the kernels of pairs together.
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

/// What a shape takes up, with so much around it. Of what is neither round nor straight it is the box.
inline TriangleNeighbour neighbour_of(const Record& record, RecordKind kind, float margin) {
  TriangleNeighbour it{};
  const BoxProxy box = bounds_of(record, kind, 2 * margin);  // of which it takes half, as triangles take none
  std::copy_n(box.min, 3, it.box), std::copy_n(box.max, 3, it.box + 3);
  const bool is_capsule = kind == RecordKind::capsule;
  if (is_capsule || kind == RecordKind::ball) {
    std::copy_n(record.row[0], 3, it.anchor);
    it.radius = record.row[0][3] + margin;
  } else {
    std::copy_n(box.min, 3, it.anchor);
  }
  for (int k = 0; k < 3; ++k) {
    if (is_capsule)
      it.along[k] = record.row[1][k] - record.row[0][k];
    else if (kind != RecordKind::ball)
      it.breadth[k] = box.max[k] - box.min[k];
  }
  return it;
}

/// One thread's. Shapes are records of `shapes`.
class MeshOverlapSearch {
 public:
  MeshOverlapSearch(const TriangleMesh::Store& mesh, const ShapesView& shapes, const OverlapOptions& options)
      : tree_(mesh.tree()),
        kernels_(kernels_for(triangle_tables, options.isa)),
        source_{shapes, mesh},
        options_(options),
        filter_(options),
        job_{options.margin != 0 ? InSpace::kernels_for_within(options.isa) : InSpace::kernels_for_pairs(options.isa),
             shapes,
             {},
             true,
             options.margin} {}

  /// take(i, triangle) for the triangles that the shape, which the caller knows as i, overlaps: now or by `finish`,
  /// those of one shape before those of the next. The search ends where it says that this is enough; what was found is
  /// taken.
  template <class Take>
  void operator()(std::uint32_t record, std::uint32_t i, const Take& take) {
    if (source_.first.kinds[record] == RecordKind::hole) return;
    if (waiting_ == at_once) look(take);
    Waiting& shape = shapes_[waiting_++];
    shape.record = record, shape.index = i;
    shape.about = neighbour_of(source_.first.records[record], source_.first.kinds[record], options_.margin);
    shape.search.start(tree_);
    kernels_.search(tree_, shape.about, shape.search);
  }

  template <class Take>
  void finish(const Take& take) {
    look(take);
    if (open_ != 0) decide(take);
  }

 private:
  /// While the leaves of some come from memory, others are on their way.
  static constexpr std::size_t at_once = 16;
  struct Waiting {
    std::uint32_t record, index;
    TriangleNeighbour about;
    TriangleSearch search;
  };

  template <class Take>
  void look(const Take& take) {
    const std::size_t count = std::exchange(waiting_, 0);
    for (std::size_t k = 0; k < count; ++k) look(shapes_[k], take);
  }

  /// Into the leaves of a shape.
  template <class Take>
  void look(Waiting& shape, const Take& take) {
    is_done_ = false;
    const auto add_all = [&](std::uint32_t leaf, std::uint64_t near) {
      for (; near != 0 && !is_done_; near &= near - 1)
        add(shape,
            static_cast<std::uint32_t>(leaf * TriangleTree::fan) + static_cast<std::uint32_t>(std::countr_zero(near)),
            take);
    };
    for (;;) {
      for (std::uint32_t k = 0; k < shape.search.leaves && !is_done_; ++k)
        add_all(shape.search.leaf[k], kernels_.triangles_about(tree_, shape.about, shape.search.leaf[k]));
      if (shape.search.groups == 0 || is_done_) break;
      shape.search.leaves = 0;
      kernels_.search(tree_, shape.about, shape.search);
    }
    for (std::uint32_t k = tree_.valid; k < tree_.count && !is_done_; ++k) add(shape, k, take);  // `touching` with all
  }

  template <class Take>
  void add(const Waiting& shape, std::uint32_t position, const Take& take) {
    const std::uint32_t triangle = tree_.order[position];
    if (!filter_.may_meet(shape.index, triangle)) return;
    pairs_[open_] = {shape.record, triangle}, index_[open_] = shape.index;
    if (++open_ == pair_tile) decide(take);
  }

  template <class Take>
  void decide(const Take& take) {
    const auto pairs = std::span<const Pair>(pairs_).first(open_);
    const MeshPairs::Tile tile(source_, pairs);
    std::array<std::uint8_t, pair_tile> codes;
    decide_tile<pair_tile>(job_.about(tile.shapes.first, tile.shapes.second), tile.shapes.pairs, codes.data());
    const std::uint32_t last = index_[open_ - 1];
    const std::size_t count = std::exchange(open_, 0);
    for (std::size_t k = 0; k < count; ++k)
      if (overlaps(static_cast<Verdict>(codes[k]), options_.touching) && take(index_[k], pairs_[k].b))
        is_done_ = index_[k] == last;
  }

  const TriangleTree tree_;
  const TriangleKernels& kernels_;
  const MeshPairs source_;
  const OverlapOptions& options_;
  const PairFilter filter_;
  const PairJob<InSpace> job_;
  std::array<Waiting, at_once> shapes_;
  std::array<Pair, pair_tile> pairs_;  // that are open
  std::array<std::uint32_t, pair_tile> index_;
  std::size_t waiting_ = 0, open_ = 0;
  bool is_done_ = false;
};

}  // namespace lockstep::detail
