// Searches of a whole mesh, several at a time: the candidates of their traversals go through the kernels together,
// round by round.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "base/parallel.hpp"
#include "mesh/mesh_store.hpp"
#include "sets/shape_bounds.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// The share by which results of boxes are reduced. It is far more than rounding takes (numerics.md, section 13), so
/// that the rounding of boxes does not cut off the kernels' answers, which are tighter unless an interval is wide.
inline constexpr double box_share = 0x1p-20;

/// A lower bound of the signed distance between the contents of two boxes. It is negative if the boxes overlap: then
/// the shortest axis-aligned translation that separates the boxes separates their contents.
inline double box_gap(const Bounds3& a, const Bounds3& b) {
  double squares = 0, least_depth = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max(double{b.low[k]} - double{a.high[k]}, double{a.low[k]} - double{b.high[k]});
    least_depth = std::max(least_depth, gap);
    squares += gap > 0 ? gap * gap : 0;
  }
  return least_depth > 0 ? std::sqrt(squares) * (1 - box_share) : least_depth * (1 + box_share);
}

/// BVH traversal for one query by branch and bound. Its stack holds the boxes to open, the nearest on top. `bound(box)`
/// is a lower bound of the distance to the contents of the box; it is no less for boxes within the box.
class MeshTraversal {
 public:
  template <class Bound>
  void start(const TriangleMesh::Store& mesh, const Bound& bound) {
    if (mesh.levels != 0) open(mesh, bound, std::numeric_limits<double>::max(), mesh.levels - 1, 0);
  }
  [[nodiscard]] bool is_done() const { return size_ == 0; }

  /// Opens the next box, unless its bound is above the limit, and calls emit(triangle, bound) for its triangles that
  /// may lie within the limit: at most Store::fan of them.
  template <class Bound, class Emit>
  void step(const TriangleMesh::Store& mesh, const Bound& bound, double limit, const Emit& emit) {
    const Entry entry = entries_[--size_];
    if (!(entry.bound <= limit)) return;
    const std::size_t first = std::size_t{entry.node} * TriangleMesh::Store::fan;
    if (entry.level > 0) return open(mesh, bound, limit, entry.level - 1, first);
    for (std::size_t i = first; i < std::min(first + TriangleMesh::Store::fan, mesh.order.size()); ++i) {
      const double b = bound(mesh.box_of(mesh.order[i]));
      if (b <= limit) emit(mesh.order[i], b);
    }
  }

 private:
  struct Entry {
    double bound;
    std::uint32_t node, level;
  };

  // The capacity: all but one node of each level, and all of the last level.
  std::array<Entry, TriangleMesh::Store::most_levels * TriangleMesh::Store::fan> entries_;
  std::size_t size_ = 0;

  void push(const Entry& entry) { entries_[size_++] = entry; }

  /// Pushes the children of a node: nodes of a level from `first` on.
  template <class Bound>
  void open(const TriangleMesh::Store& mesh, const Bound& bound, double limit, std::size_t level, std::size_t first) {
    const std::size_t bottom = size_;
    for (std::size_t i = first; i < std::min(first + TriangleMesh::Store::fan, mesh.nodes[level]); ++i) {
      const double b = bound(mesh.box(level, i));
      if (!(b <= limit)) continue;
      push({b, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(level)});
      for (std::size_t at = size_ - 1; at > bottom && entries_[at].bound > entries_[at - 1].bound; --at)
        std::swap(entries_[at], entries_[at - 1]);
    }
  }
};

/// A search for the triangles near a shape, but for its limit and its answer.
struct SearchNearShape {
  MeshTraversal traversal;
  std::uint32_t object = 0;
  bool is_free = false;
  Bounds3 box;

  void start(const ShapesView& shapes, std::uint32_t index) {
    object = index;
    is_free = shapes.kinds[index] == RecordKind::free_slot;
    if (!is_free) box = bounds_of(shapes.records[index], shapes.kinds[index], 0, position_of(shapes, index));
  }
  [[nodiscard]] bool is_resolved() const { return is_free; }
  [[nodiscard]] double bound(const Bounds3& other) const { return box_gap(box, other); }
};

/// Searches that run together: each of them has room for at least one leaf in a round.
inline constexpr std::size_t searches_at_once = pair_tile / TriangleMesh::Store::fan;

/// Triangles that searches want measured.
struct Candidates {
  std::array<Pair, pair_tile> pairs;            // the object of a search and a triangle
  std::array<double, pair_tile> bounds;         // lower bounds by boxes
  std::array<std::uint16_t, pair_tile> search;  // the search of each pair
  std::size_t count = 0;
};

/// Collects the triangles of the next boxes of a traversal, up to `most` (at least Store::fan). A Search has its
/// traversal state, its `object`, the `bound` of a box, and the `limit`: farther triangles do not count.
template <class Search>
void collect(const TriangleMesh::Store& mesh, Search& search, std::size_t number, std::size_t most,
             Candidates& candidates) {
  const std::size_t end = candidates.count + most;
  const double limit = std::min(search.limit(), std::numeric_limits<double>::max());  // an infinite bound is a miss
  while (!search.traversal.is_done() && candidates.count + TriangleMesh::Store::fan <= end)
    search.traversal.step(
        mesh, [&](const Bounds3& box) { return search.bound(box); }, limit,
        [&](std::uint32_t triangle, double bound) {
          const std::size_t i = candidates.count++;
          candidates.pairs[i] = {search.object, triangle};
          candidates.bounds[i] = bound, candidates.search[i] = static_cast<std::uint16_t>(number);
        });
}

/// Runs up to searches_at_once searches to their ends. measure(candidates) measures the candidates and updates the
/// searches. In the first rounds each search opens few leaves, because the first triangles may prune all others.
template <class Search, class Measure>
void search_mesh(const TriangleMesh::Store& mesh, std::span<Search> searches, const Measure& measure) {
  std::array<std::uint16_t, searches_at_once> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    Search& search = searches[i];
    if (!search.is_resolved()) search.traversal.start(mesh, [&](const Bounds3& box) { return search.bound(box); });
    live[count] = static_cast<std::uint16_t>(i), count += !search.traversal.is_done();
  }
  for (std::size_t leaves = 1; count != 0; leaves = std::min<std::size_t>(2 * leaves, pair_tile)) {
    Candidates candidates;
    const std::size_t share = std::min(leaves * TriangleMesh::Store::fan, pair_tile / count);
    for (const std::uint16_t i : std::span(live).first(count)) collect(mesh, searches[i], i, share, candidates);
    if (candidates.count != 0) measure(candidates);
    const std::size_t asked = count;
    count = 0;
    for (std::size_t k = 0; k < asked; ++k) live[count] = live[k], count += !searches[live[k]].traversal.is_done();
  }
}

/// Runs the searches for `count` objects: run(begin, size) for some of them at a time.
template <class Run>
void for_each_search(std::size_t count, const Run& run) {
  for_each_range(count, searches_at_once, [&](std::size_t begin, std::size_t end) { run(begin, end - begin); });
}

}  // namespace lockstep::detail
