// BVH traversal of a mesh for one query: branch and bound, the nearest box first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "mesh/mesh_store.hpp"

namespace lockstep::detail {

/// The traversal stack: boxes to open, the nearest on top. `bound(box)` is a lower bound of the distance to the
/// contents of the box; it is no less for boxes within the box.
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

}  // namespace lockstep::detail
