#include "rows/world_overlap_rows.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lockstep/intersect.hpp>
#include <lockstep/mesh.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/sets.hpp>

#include "methods/level_method.hpp"
#include "rows/world_row.hpp"

namespace lockstep::bench {
namespace {

/// The effect of rounding in float on a surface, as a share of the largest coordinate.
constexpr float rounding = 1e-5F;
/// The number of capsules that are checked pair by pair, and of spheres by the plain loop.
constexpr std::uint32_t checked_capsules = 20;
constexpr std::size_t checked_spheres = 50;

ShapeSet set_of(std::span<const Capsule> capsules, float grown = 0) {
  ShapeSet set;
  for (Capsule capsule : capsules) {
    capsule.radius += grown;
    set.add(capsule);
  }
  return set;
}

class LockstepBoxes final : public BoxLevelMethod {
 public:
  LockstepBoxes(const BoxLevel& level, Isa isa)
      : level_(level), world_(level.boxes.view(), {.isa = isa}), capsules_(set_of(level.capsules)) {
    options_.isa = isa;
  }
  void ask_sphere(std::size_t sphere, std::vector<std::uint32_t>& found) override {
    const Sphere& s = level_.spheres[sphere];
    found =
        overlapping(world_, SphereView{{&s.center.x}, {&s.center.y}, {&s.center.z}, {&s.radius}, 1}, options_).objects;
  }
  void ask_capsules(ObjectLists& lists) override { lists = overlapping(world_, capsules_, options_); }

 private:
  const BoxLevel& level_;
  World world_;
  ShapeSet capsules_;
  OverlapOptions options_;
};

class LockstepTriangles final : public LevelMethod {
 public:
  LockstepTriangles(const TriangleLevel& level, Isa isa)
      : mesh_(level.vertices, level.indices), capsules_(set_of(level.capsules)) {
    options_.isa = isa;
  }
  void ask_capsules(ObjectLists& lists) override { lists = overlapping(mesh_, capsules_, options_); }

 private:
  TriangleMesh mesh_;
  ShapeSet capsules_;
  OverlapOptions options_;
};

void plain_loop(const Sphere& sphere, std::vector<std::uint32_t>& found) {
  const AabbColumns& boxes = box_level().boxes;
  found.clear();
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (meet(sphere, boxes[i])) found.push_back(static_cast<std::uint32_t>(i));
}

/// One sphere in each iteration; ask(i, found) writes the objects that sphere i overlaps.
template <class Ask>
void time_spheres(benchmark::State& state, Isa isa, const Ask& ask) {
  std::vector<std::uint32_t> found, expected;
  for (std::size_t i = 0; i < checked_spheres; ++i) {
    plain_loop(box_level().spheres[i], expected);
    ask(i, found);
    std::sort(found.begin(), found.end());
    if (found != expected) return state.SkipWithError("wrong objects");
  }
  std::size_t next = 0, hits = 0;
  for ([[maybe_unused]] auto _ : state) {
    ask(next++ % box_level().spheres.size(), found);
    hits += found.size();
  }
  count_up(state, isa, 1, hits / std::max<std::size_t>(next, 1));
}

// Lists of capsules are compared with those of lockstep. A pair may be missing if slightly smaller capsules lack it,
// and extra if larger ones have it.

struct Truth {
  ObjectLists least, most;
};

Truth truth_of(const BoxLevel& level) {
  const World world(level.boxes.view());
  const float by = rounding * *std::max_element(level.boxes.max_x.begin(), level.boxes.max_x.end());
  return {overlapping(world, set_of(level.capsules, -by)), overlapping(world, set_of(level.capsules, by))};
}
Truth truth_of(const TriangleLevel& level) {
  const TriangleMesh mesh(level.vertices, level.indices);
  const float by = rounding * level.vertices.back().x;
  return {overlapping(mesh, set_of(level.capsules, -by)), overlapping(mesh, set_of(level.capsules, by))};
}

/// The number of elements of `all` that `others` lacks; both in rising order.
std::size_t count_missing(std::span<const std::uint32_t> all, std::span<const std::uint32_t> others) {
  std::vector<std::uint32_t> missing;
  std::set_difference(all.begin(), all.end(), others.begin(), others.end(), std::back_inserter(missing));
  return missing.size();
}

/// The number of objects that the first capsules overlap, by the verdicts of all pairs.
template <class Objects>
std::size_t count_pairs(const ShapeSet& capsules, const Objects& objects) {
  std::size_t found = 0;
  for (std::uint32_t a = 0; a < checked_capsules; ++a) {
    std::vector<Pair> pairs;
    for (std::uint32_t b = 0; b < objects.size(); ++b) pairs.push_back({a, b});
    std::vector<Verdict> verdicts(pairs.size());
    intersect(capsules, objects, pairs, verdicts);
    found += static_cast<std::size_t>(
        std::count_if(verdicts.begin(), verdicts.end(), [](Verdict v) { return overlaps(v, Touching::overlap); }));
  }
  return found;
}
std::size_t count_pairs(const BoxLevel& level) {
  ShapeSet boxes;
  for (std::size_t i = 0; i < level.boxes.size(); ++i) boxes.add(level.boxes[i]);
  return count_pairs(set_of(level.capsules), boxes);
}
std::size_t count_pairs(const TriangleLevel& level) {
  return count_pairs(set_of(level.capsules), TriangleMesh(level.vertices, level.indices));
}

/// Rows of peers report their errors; lockstep's fail.
template <class Level>
void time_capsules(benchmark::State& state, Isa isa, const Level& level, LevelMethod& method, bool peer) {
  ObjectLists lists;
  method.ask_capsules(lists);
  const std::size_t hits = lists.objects.size();
  const Truth truth = truth_of(level);
  std::size_t lost = 0, too_many = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto list = std::span(lists.objects).subspan(lists.first[i], lists[i].size());
    std::sort(list.begin(), list.end());
    lost += count_missing(truth.least[i], list), too_many += count_missing(list, truth.most[i]);
  }
  if (!peer && (lost + too_many != 0 || lists.first[checked_capsules] != count_pairs(level)))
    return state.SkipWithError("wrong objects");
  for ([[maybe_unused]] auto _ : state) method.ask_capsules(lists);
  count_up(state, isa, level.capsules.size(), hits);
  state.counters["lost"] = static_cast<double>(lost), state.counters["too_many"] = static_cast<double>(too_many);
}

void add_box_rows(const BoxLevelMethodSpec& spec, Isa isa, bool peer) {
  add_world_row("one_against_100k/" + std::string(spec.name), [spec, isa](benchmark::State& state) {
    const auto method = spec.make(box_level(), isa);
    time_spheres(state, isa, [&](std::size_t i, std::vector<std::uint32_t>& found) { method->ask_sphere(i, found); });
  });
  add_world_row("capsules_against_100k/" + std::string(spec.name), [spec, isa, peer](benchmark::State& state) {
    time_capsules(state, isa, box_level(), *spec.make(box_level(), isa), peer);
  });
}

void add_triangle_row(const TriangleLevelMethodSpec& spec, Isa isa, bool peer) {
  add_world_row("capsules_against_triangles/" + std::string(spec.name), [spec, isa, peer](benchmark::State& state) {
    time_capsules(state, isa, triangle_level(), *spec.make(triangle_level(), isa), peer);
  });
}

}  // namespace

void add_world_overlap_rows(Isa isa) {
  add_world_row("one_against_100k/plain_loop", [isa](benchmark::State& state) {
    time_spheres(state, isa,
                 [](std::size_t i, std::vector<std::uint32_t>& found) { plain_loop(box_level().spheres[i], found); });
  });
  add_box_rows({"lockstep",
                [](const BoxLevel& level, Isa of) -> std::unique_ptr<BoxLevelMethod> {
                  return std::make_unique<LockstepBoxes>(level, of);
                }},
               isa, false);
  add_triangle_row({"lockstep",
                    [](const TriangleLevel& level, Isa of) -> std::unique_ptr<LevelMethod> {
                      return std::make_unique<LockstepTriangles>(level, of);
                    }},
                   isa, false);
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  add_box_rows(fcl_box_level_method(), isa, true);
  add_triangle_row(fcl_triangle_level_method(), isa, true);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  add_box_rows(bullet_box_level_method(), isa, true);
  add_triangle_row(bullet_triangle_level_method(), isa, true);
#endif
}

}  // namespace lockstep::bench
