// The tree of boxes of a mesh.
#include "mesh/mesh_store.hpp"

#include <algorithm>
#include <limits>
#include <utility>

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

}  // namespace

BoxProxy TriangleMesh::Store::box_of(std::uint32_t triangle) const {
  BoxProxy box = nowhere;
  for (const Vec3& v : corners(triangle)) {
    if (!detail::is_valid_vec3(v)) return everywhere;
    grow(box, {{v.x, v.y, v.z}, {v.x, v.y, v.z}});
  }
  return box;
}

std::size_t TriangleMesh::Store::nodes(std::size_t level) const {
  return (level + 1 < levels ? begin_of_level[level + 1] : boxes.size()) - begin_of_level[level];
}

/// Triangles that are none come last.
void TriangleMesh::Store::sort_along_curve() {
  BoxProxy all = nowhere;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places(triangles.size());
  const auto is_triangle = [](const BoxProxy& box) { return box.min[0] != -infinity; };
  for (std::uint32_t i = 0; i < places.size(); ++i)
    if (const BoxProxy box = box_of(i); is_triangle(box)) grow(all, box);
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    const BoxProxy box = box_of(i);
    places[i] = {is_triangle(box) ? place_of(box, all) : std::numeric_limits<std::uint64_t>::max(), i};
  }
  std::sort(places.begin(), places.end());
  order.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) order[i] = places[i].second;
}

/// Of what lies below it.
void TriangleMesh::Store::build_level(std::size_t level) {
  const std::size_t below = level == 0 ? order.size() : nodes(level - 1), from = boxes.size();
  levels = level + 1, begin_of_level[level] = from;
  for (std::size_t first = 0; first < below; first += fan) {
    BoxProxy box = nowhere;
    for (std::size_t i = first; i < std::min(first + fan, below); ++i)
      grow(box, level == 0 ? box_of(order[i]) : boxes[begin_of_level[level - 1] + i]);
    boxes.push_back(box);
  }
}

void TriangleMesh::Store::build_tree() {
  if (triangles.empty()) return;
  sort_along_curve();
  std::size_t all = 0, nodes_of_level = triangles.size();
  do {
    nodes_of_level = (nodes_of_level + fan - 1) / fan;
    all += nodes_of_level;
  } while (nodes_of_level > 1);
  boxes.reserve(all);
  build_level(0);
  while (nodes(levels - 1) > 1) build_level(levels);
}

}  // namespace lockstep
