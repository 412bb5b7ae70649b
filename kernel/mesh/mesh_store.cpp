// The tree of boxes of a mesh.
#include "mesh/mesh_store.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "base/validate.hpp"

namespace lockstep {

namespace {

using detail::BoxProxy;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr BoxProxy everywhere{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
constexpr BoxProxy nowhere{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

void grow(BoxProxy& box, const BoxProxy& by) {
  for (int k = 0; k < 3; ++k)
    box.min[k] = std::min(box.min[k], by.min[k]), box.max[k] = std::max(box.max[k], by.max[k]);
}

/// Infinite if a corner is not made of valid numbers.
BoxProxy box_around(const std::array<Vec3, 3>& corners) {
  BoxProxy box = nowhere;
  for (const Vec3& v : corners) {
    if (!detail::is_valid_vec3(v)) return everywhere;
    grow(box, {{v.x, v.y, v.z}, {v.x, v.y, v.z}});
  }
  return box;
}

/// The lowest 21 bits, two zeros before each.
std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff, x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f, x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

/// Where along Z-order (G. Morton, 1966) the middle of a box lies within another one. Cells are cubes.
std::uint64_t place_of(const BoxProxy& box, const BoxProxy& all) {
  double widest = 0;
  for (int k = 0; k < 3; ++k) widest = std::max(widest, double{all.max[k]} - double{all.min[k]});
  std::uint64_t place = 0;
  for (int k = 0; k < 3; ++k) {
    const double middle = 0.5 * (double{box.min[k]} + double{box.max[k]}) - double{all.min[k]};
    const double part = widest > 0 ? std::clamp(middle / widest, 0.0, 1.0) : 0;
    place |= spread(static_cast<std::uint64_t>(part * 0x1fffff)) << k;
  }
  return place;
}

/// Triangles that are none come last.
void sort_along_curve(std::span<const BoxProxy> boxes, std::span<std::uint32_t> order) {
  BoxProxy all = nowhere;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places(boxes.size());
  const auto is_triangle = [](const BoxProxy& box) { return box.min[0] != -infinity; };
  for (const BoxProxy& box : boxes)
    if (is_triangle(box)) grow(all, box);
  for (std::uint32_t i = 0; i < places.size(); ++i)
    places[i] = {is_triangle(boxes[i]) ? place_of(boxes[i], all) : std::numeric_limits<std::uint64_t>::max(), i};
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) order[i] = places[i].second;
}

}  // namespace

BoxProxy TriangleMesh::Store::box_of(std::uint32_t triangle) const { return box_around(corners(triangle)); }

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

/// Of what lies below it.
void TriangleMesh::Store::build_level(std::size_t level) {
  const std::size_t below = level == 0 ? size() : nodes[level - 1];
  for (std::size_t first = 0; first < below; first += fan) {
    BoxProxy around = nowhere;
    for (std::size_t i = first; i < std::min(first + fan, below); ++i)
      grow(around, level == 0 ? box_of(order[i]) : box(level - 1, i));
    const std::size_t node = first / fan;
    float* const at = &boxes[(first_group[level] + node / fan) * Tree::group_floats + node % fan];
    for (std::size_t k = 0; k < 3; ++k) at[k * fan] = around.min[k], at[(3 + k) * fan] = around.max[k];
  }
}

void TriangleMesh::Store::build(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices) {
  if (indices.empty()) return;
  order.resize(indices.size() / 3), place.resize(order.size());
  std::vector<BoxProxy> around(size());
  for (std::size_t i = 0; i < size(); ++i)
    around[i] = box_around({vertices[indices[3 * i]], vertices[indices[3 * i + 1]], vertices[indices[3 * i + 2]]});
  sort_along_curve(around, order);
  const auto is_none = [&](std::uint32_t i) { return around[i].min[0] == -infinity; };
  valid = static_cast<std::size_t>(std::find_if(order.begin(), order.end(), is_none) - order.begin());
  fill_leaves(vertices, indices);
  std::size_t groups = 0;
  for (std::size_t below = size(); levels == 0 || nodes[levels - 1] > fan; ++levels) {
    below = nodes[levels] = detail::parts_of(below, fan), first_group[levels] = groups;
    groups += detail::parts_of(below, fan);
  }
  boxes.resize(groups * Tree::group_floats + detail::box_padding);
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = i / fan % 6 < 3 ? infinity : -infinity;
  for (std::size_t level = 0; level < levels; ++level) build_level(level);
}

}  // namespace lockstep
