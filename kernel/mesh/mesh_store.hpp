// The contents of a TriangleMesh: its triangles, and a BVH.
#pragma once

#include <vector>

#include "base/line_vector.hpp"
#include "lockstep/mesh.hpp"
#include "sets/proxy.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep {

/// The corners and boxes of a TriangleTree. The boxes of single triangles are computed on the fly: corners are
/// floats, so both are exact.
struct TriangleMesh::Store {
  using Tree = detail::TriangleTree;
  static constexpr std::size_t fan = Tree::fan, most_levels = Tree::most_levels;

  detail::LineVector<float> corners_of_leaves, boxes;
  std::vector<std::uint32_t> order;  // triangles in the order of the leaves; invalid ones come last
  std::vector<std::uint32_t> place;  // the position of each triangle in that order
  std::size_t valid = 0;             // the number of triangles with valid numbers
  std::array<std::size_t, most_levels> first_group{}, nodes{};  // of each level; `nodes` counts boxes in use
  std::size_t levels = 0;

  [[nodiscard]] std::size_t size() const { return order.size(); }
  /// The nine numbers of a triangle are `fan` apart.
  [[nodiscard]] const float* corners_at(std::size_t position) const {
    return &corners_of_leaves[position / fan * Tree::leaf_floats + position % fan];
  }
  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const {
    const float* const at = corners_at(place[triangle]);
    const auto corner = [&](std::size_t k) { return Vec3{at[k * fan], at[(k + 1) * fan], at[(k + 2) * fan]}; };
    return {corner(0), corner(3), corner(6)};
  }
  /// Contains the triangle; infinite if the triangle has invalid numbers.
  [[nodiscard]] detail::Bounds3 box_of(std::uint32_t triangle) const;
  /// The box of a node of a level.
  [[nodiscard]] detail::Bounds3 box(std::size_t level, std::size_t node) const {
    const float* const at = &boxes[(first_group[level] + node / fan) * Tree::group_floats + node % fan];
    return {{at[0], at[fan], at[2 * fan]}, {at[3 * fan], at[4 * fan], at[5 * fan]}};
  }
  /// The view for the kernels.
  [[nodiscard]] Tree tree() const;

  void build(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices);

 private:
  void fill_leaves(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices);
  void build_level(std::size_t level);
};

}  // namespace lockstep
