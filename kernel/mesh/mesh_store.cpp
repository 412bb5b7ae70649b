// The BVH of a mesh.
#include "mesh/mesh_store.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "mesh/tree_build.hpp"

namespace lockstep {

namespace {

using detail::Bounds3;

constexpr float farthest = std::numeric_limits<float>::infinity();
constexpr Bounds3 everywhere{{-farthest, -farthest, -farthest}, {farthest, farthest, farthest}};

/// Infinite if a corner has invalid numbers.
Bounds3 box_around(const std::array<Vec3, 3>& corners) {
  Bounds3 box = detail::empty_bounds;
  for (const Vec3& v : corners) {
    if (!detail::is_valid_vec3(v)) return everywhere;
    box.add({{v.x, v.y, v.z}, {v.x, v.y, v.z}});
  }
  return box;
}

}  // namespace

Bounds3 TriangleMesh::Store::box_of(std::uint32_t triangle) const { return box_around(corners(triangle)); }

detail::TriangleTree TriangleMesh::Store::tree() const {
  Tree tree{corners_of_leaves.data(),
            boxes.data(),
            order.data(),
            static_cast<std::uint32_t>(order.size()),
            static_cast<std::uint32_t>(valid),
            {},
            static_cast<std::uint32_t>(levels)};
  for (std::size_t level = 0; level < levels; ++level)
    tree.first_group[level] = static_cast<std::uint32_t>(first_group[level]);
  return tree;
}

void TriangleMesh::Store::fill_leaves(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices) {
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  corners_of_leaves.assign(detail::parts_of(size(), fan) * Tree::leaf_floats + detail::box_padding, none);
  for (std::size_t i = 0; i < size(); ++i) {
    place[order[i]] = static_cast<std::uint32_t>(i);
    float* const at = &corners_of_leaves[i / fan * Tree::leaf_floats + i % fan];
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& v = vertices[indices[std::size_t{3} * order[i] + k]];
      at[3 * k * fan] = v.x, at[(3 * k + 1) * fan] = v.y, at[(3 * k + 2) * fan] = v.z;
    }
  }
}

/// Builds a level from the one below.
void TriangleMesh::Store::build_level(std::size_t level) {
  const std::size_t below = level == 0 ? size() : nodes[level - 1];
  for (std::size_t first = 0; first < below; first += fan) {
    Bounds3 around = detail::empty_bounds;
    for (std::size_t i = first; i < std::min(first + fan, below); ++i)
      around.add(level == 0 ? box_of(order[i]) : box(level - 1, i));
    const std::size_t node = first / fan;
    float* const at = &boxes[(first_group[level] + node / fan) * Tree::group_floats + node % fan];
    for (std::size_t k = 0; k < 3; ++k) at[k * fan] = around.low[k], at[(3 + k) * fan] = around.high[k];
  }
}

void TriangleMesh::Store::build(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices) {
  if (indices.empty()) return;
  order.resize(indices.size() / 3), place.resize(order.size());
  std::vector<Bounds3> around(size());
  for (std::size_t i = 0; i < size(); ++i)
    around[i] = box_around({vertices[indices[3 * i]], vertices[indices[3 * i + 1]], vertices[indices[3 * i + 2]]});
  std::iota(order.begin(), order.end(), 0U);
  const auto is_triangle = [&](std::uint32_t i) { return around[i].low[0] != -farthest; };
  valid = static_cast<std::size_t>(std::stable_partition(order.begin(), order.end(), is_triangle) - order.begin());
  detail::order_leaves(around, fan, std::span(order).first(valid));
  fill_leaves(vertices, indices);
  std::size_t groups = 0;
  for (std::size_t below = size(); levels == 0 || nodes[levels - 1] > fan; ++levels) {
    below = nodes[levels] = detail::parts_of(below, fan), first_group[levels] = groups;
    groups += detail::parts_of(below, fan);
  }
  boxes.resize(groups * Tree::group_floats + detail::box_padding);
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = i / fan % 6 < 3 ? farthest : -farthest;
  for (std::size_t level = 0; level < levels; ++level) build_level(level);
}

}  // namespace lockstep
