#include "work/workloads2.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "work/lattice.hpp"
#include "work/random_shapes2.hpp"

namespace lockstep::bench {
namespace {

// As in space: enough pairs that the branch predictor cannot learn them by heart.
constexpr std::uint32_t pair_count = 100'000;
constexpr std::uint64_t seed = 20'240'229;

/// A shape at some distance from the origin, as in a world, and another one up to `reach` from it, with uniform
/// distances. `reach` makes half of the pairs hit.
template <class Add>
std::vector<Pair> facing_pairs(float reach, const Add& add) {
  Random random(seed);
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Vec3 place = random.in_box({-10, -10, 0}, {10, 10, 0});
    add(random, Vec2{place.x, place.y});
    const float direction = angle(random), distance = random.uniform(0, reach);
    add(random, Vec2{place.x + distance * std::cos(direction), place.y + distance * std::sin(direction)});
    pairs.push_back({2 * i, 2 * i + 1});
  }
  return pairs;
}

template <class Shape>
PairWorkload2 facing(Shape (*shape_at)(Random&, const Vec2&), float reach) {
  std::vector<Shape> shapes;
  std::vector<Pair> pairs =
      facing_pairs(reach, [&](Random& random, const Vec2& center) { shapes.push_back(shape_at(random, center)); });
  return {std::move(shapes), std::move(pairs)};
}

/// Random points on a random ellipse.
PairWorkload2 facing_polygons(std::size_t vertices_each, float reach) {
  Polygons polygons{vertices_each, {}};
  std::vector<Pair> pairs = facing_pairs(reach, [&](Random& random, const Vec2& center) {
    const float width = random.uniform(0.4F, 1), height = random.uniform(0.4F, 1);
    for (std::size_t i = 0; i < vertices_each; ++i) {
      const float turn = angle(random);
      polygons.vertices.push_back({center.x + width * std::cos(turn), center.y + height * std::sin(turn)});
    }
  });
  return {std::move(polygons), std::move(pairs)};
}

constexpr std::array specs{
    PairWorkloadSpec2{"plane_circle_circle", PairKind2::circle, [] { return facing(circle_at, 2.4F); }},
    PairWorkloadSpec2{"plane_box_box", PairKind2::box, [] { return facing(box_at, 2.79F); }},
    PairWorkloadSpec2{"plane_ellipse_ellipse", PairKind2::ellipse, [] { return facing(ellipse_at, 2.35F); }},
    PairWorkloadSpec2{"plane_polygon8_polygon8", PairKind2::polygon, [] { return facing_polygons(8, 2.36F); }},
    PairWorkloadSpec2{"plane_lattice", PairKind2::polygon, lattice_polygons},
};

}  // namespace

std::span<const PairWorkloadSpec2> pair_workloads2() { return specs; }

}  // namespace lockstep::bench
