#include "rows/world_overlap_rows.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <lockstep/intersect.hpp>
#include <lockstep/mesh_overlap.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/world_overlap.hpp>

#include "rows/world_row.hpp"
#include "work/random.hpp"
#include "work/scenes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t object_count = 100'000, shape_count = 1000;
constexpr float side = 464;  // as dense as the million of the other rows

/// Boxes that stand still, and spheres and capsules among them.
struct Level {
  AabbColumns boxes;
  std::vector<Sphere> spheres;
  ShapeSet capsules;

  Level() {
    Random random(29);
    const Vec3 low{0, 0, 0}, high{side, side, side};
    for (std::size_t i = 0; i < object_count; ++i) {
      const Vec3 p = random.in_box(low, high);
      const float half = random.uniform(0.5F, 1.5F);
      boxes.min_x.push_back(p.x - half), boxes.min_y.push_back(p.y - half), boxes.min_z.push_back(p.z - half);
      boxes.max_x.push_back(p.x + half), boxes.max_y.push_back(p.y + half), boxes.max_z.push_back(p.z + half);
    }
    for (std::size_t i = 0; i < shape_count; ++i) {
      spheres.push_back({random.in_box(low, high), 5});  // each overlaps one box, on average
      const Vec3 foot = random.in_box(low, high);
      capsules.add(Capsule{foot, {foot.x, foot.y + 1.2F, foot.z}, 0.3F});
    }
  }
};

const Level& level() {
  static const Level one;
  return one;
}

SphereView view_of(const Sphere& sphere) {
  return {{&sphere.center.x}, {&sphere.center.y}, {&sphere.center.z}, {&sphere.radius}, 1};
}

/// The boxes that a sphere overlaps, by all of them.
void plain_loop(const Sphere& sphere, std::vector<std::uint32_t>& found) {
  const AabbColumns& c = level().boxes;
  const auto way = [](float p, float low, float high) { return std::max(std::max(low - p, p - high), 0.0F); };
  found.clear();
  for (std::size_t i = 0; i < object_count; ++i) {
    const float x = way(sphere.center.x, c.min_x[i], c.max_x[i]), y = way(sphere.center.y, c.min_y[i], c.max_y[i]),
                z = way(sphere.center.z, c.min_z[i], c.max_z[i]);
    if (x * x + y * y + z * z <= sphere.radius * sphere.radius) found.push_back(static_cast<std::uint32_t>(i));
  }
}

/// One sphere in each iteration; ask(sphere) returns how many boxes it overlaps.
template <class Ask>
void time_one(benchmark::State& state, Isa isa, const Ask& ask) {
  std::size_t next = 0, hits = 0;
  for ([[maybe_unused]] auto _ : state) hits += ask(level().spheres[next++ % shape_count]);
  count_up(state, isa, 1, hits / std::max<std::size_t>(next, 1));
}

void time_lockstep(benchmark::State& state, Isa isa) {
  const World world(level().boxes.view(), {.isa = isa});
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i < 50; ++i) {
    plain_loop(level().spheres[i], expected);
    if (overlapping(world, view_of(level().spheres[i])).objects.size() != expected.size()) {
      state.SkipWithError("wrong objects");
      return;
    }
  }
  time_one(state, isa,
           [&](const Sphere& sphere) { return overlapping(world, view_of(sphere), {.isa = isa}).objects.size(); });
}

/// A level that characters stand on: smooth hills of 100,352 triangles, two for each square metre.
struct Ground {
  static constexpr std::uint32_t squares = 224, row = squares + 1;
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;
  ShapeSet characters;

  Ground() {
    for (std::uint32_t i = 0; i < row * row; ++i)
      vertices.push_back(place(static_cast<float>(i % row), static_cast<float>(i / row)));
    for (std::uint32_t i = 0; i < squares * squares; ++i) {
      const std::uint32_t at = i / squares * row + i % squares;
      for (const std::uint32_t k : {at, at + 1, at + row, at + 1, at + row + 1, at + row}) indices.push_back(k);
    }
    Random random(31);
    for (std::size_t i = 0; i < shape_count; ++i) {  // their lower ends sink in or hang above by up to a decimetre
      const Vec3 p = place(random.uniform(0, squares), random.uniform(0, squares));
      const float foot = p.z + random.uniform(0.2F, 0.4F);
      characters.add(Capsule{{p.x, p.y, foot}, {p.x, p.y, foot + 1.2F}, 0.3F});
    }
  }
  static Vec3 place(float x, float y) { return {x, y, 4 * std::sin(0.11F * x) * std::cos(0.07F * y)}; }
};

void time_characters(benchmark::State& state, Isa isa) {
  const Ground ground;
  const TriangleMesh mesh(ground.vertices, ground.indices);
  const OverlapOptions options{.isa = isa};
  std::size_t hits = 0, expected = 0;
  for ([[maybe_unused]] auto _ : state) hits = overlapping(mesh, ground.characters, options).objects.size();
  for (std::uint32_t a = 0; a < 20; ++a) {
    std::vector<Pair> pairs;
    for (std::uint32_t b = 0; b < mesh.size(); ++b) pairs.push_back({a, b});
    std::vector<Verdict> verdicts(pairs.size());
    intersect(ground.characters, mesh, pairs, verdicts, {.isa = isa});
    expected += static_cast<std::size_t>(
        std::count_if(verdicts.begin(), verdicts.end(), [](Verdict v) { return overlaps(v, Touching::overlap); }));
  }
  const ObjectLists lists = overlapping(mesh, ground.characters, options);
  if (lists.first[20] != expected) return state.SkipWithError("wrong triangles");
  count_up(state, isa, shape_count, hits);
}

}  // namespace

void add_world_overlap_rows(Isa isa) {
  add_world_row("one_against_100k/lockstep", [isa](benchmark::State& state) { time_lockstep(state, isa); });
  add_world_row("one_against_100k/plain_loop", [isa](benchmark::State& state) {
    std::vector<std::uint32_t> found;
    time_one(state, isa, [&](const Sphere& sphere) {
      plain_loop(sphere, found);
      return found.size();
    });
  });
  add_world_row("capsules_against_100k/lockstep", [isa](benchmark::State& state) {
    const World world(level().boxes.view(), {.isa = isa});
    std::size_t hits = 0;
    for ([[maybe_unused]] auto _ : state) hits = overlapping(world, level().capsules, {.isa = isa}).objects.size();
    count_up(state, isa, shape_count, hits);
  });
  add_world_row("capsules_against_triangles/lockstep", [isa](benchmark::State& state) { time_characters(state, isa); });
}

}  // namespace lockstep::bench
