// What a TriangleMesh holds: its triangles, and a tree of boxes around them.
#pragma once

#include <vector>

#include "lockstep/triangle_mesh.hpp"
#include "sets/proxy.hpp"

namespace lockstep {

/// The tree has no pointers: triangles are sorted along a curve that fills space, each `fan` of them make a leaf, each
/// `fan` leaves a node above, and so on. Level 0 is that of the leaves. Boxes of triangles themselves are made where
/// they are looked at: their corners are floats, so both are exact.
struct TriangleMesh::Store {
  static constexpr std::size_t fan = 8;
  static constexpr std::size_t most_levels = 11;  // 8^11 is more than 2^32

  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> order;     // triangles as the leaves have them
  std::vector<detail::BoxProxy> boxes;  // level by level
  std::array<std::size_t, most_levels> begin_of_level{};
  std::size_t levels = 0;

  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const {
    const auto& [i, j, k] = triangles[triangle];
    return {vertices[i], vertices[j], vertices[k]};
  }
  /// Holds the triangle; infinite if that is not made of valid numbers.
  [[nodiscard]] detail::BoxProxy box_of(std::uint32_t triangle) const;
  /// How many nodes a level has.
  [[nodiscard]] std::size_t nodes(std::size_t level) const;

  void build_tree();

 private:
  void sort_along_curve();
  void build_level(std::size_t level);
};

}  // namespace lockstep
