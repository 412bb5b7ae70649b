#include "work/levels.hpp"

#include <cmath>

#include "work/random.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t object_count = 100'000, shape_count = 1000;
constexpr float side = 464;  // as dense as the million objects of the nearest-neighbour rows

BoxLevel make_boxes() {
  BoxLevel level;
  AabbColumns& boxes = level.boxes;
  Random random(29);
  const Vec3 low{0, 0, 0}, high{side, side, side};
  for (std::size_t i = 0; i < object_count; ++i) {
    const Vec3 p = random.in_box(low, high);
    const float half = random.uniform(0.5F, 1.5F);
    boxes.min_x.push_back(p.x - half), boxes.min_y.push_back(p.y - half), boxes.min_z.push_back(p.z - half);
    boxes.max_x.push_back(p.x + half), boxes.max_y.push_back(p.y + half), boxes.max_z.push_back(p.z + half);
  }
  for (std::size_t i = 0; i < shape_count; ++i) {
    level.spheres.push_back({random.in_box(low, high), 5});
    const Vec3 foot = random.in_box(low, high);
    level.capsules.push_back({foot, {foot.x, foot.y + 1.2F, foot.z}, 0.3F});
  }
  return level;
}

Vec3 on_hills(float x, float y) { return {x, y, 4 * std::sin(0.11F * x) * std::cos(0.07F * y)}; }

TriangleLevel make_hills() {
  constexpr std::uint32_t squares = 224, row = squares + 1;
  TriangleLevel level;
  for (std::uint32_t i = 0; i < row * row; ++i)
    level.vertices.push_back(on_hills(static_cast<float>(i % row), static_cast<float>(i / row)));
  for (std::uint32_t i = 0; i < squares * squares; ++i) {
    const std::uint32_t at = i / squares * row + i % squares;
    for (const std::uint32_t k : {at, at + 1, at + row, at + 1, at + row + 1, at + row}) level.indices.push_back(k);
  }
  Random random(31);
  for (std::size_t i = 0; i < shape_count; ++i) {
    const Vec3 p = on_hills(random.uniform(0, squares), random.uniform(0, squares));
    const float foot = p.z + random.uniform(0.2F, 0.4F);
    level.capsules.push_back({{p.x, p.y, foot}, {p.x, p.y, foot + 1.2F}, 0.3F});
  }
  return level;
}

}  // namespace

const BoxLevel& box_level() {
  static const BoxLevel one = make_boxes();
  return one;
}

const TriangleLevel& triangle_level() {
  static const TriangleLevel one = make_hills();
  return one;
}

}  // namespace lockstep::bench
