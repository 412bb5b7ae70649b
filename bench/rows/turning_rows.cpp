#include "rows/turning_rows.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <lockstep/cast.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/world.hpp>

#include "work/random.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t link_count = 1400, point_count = 50'000, checked_links = 16;

/// Links of robot arms, 0.3 long, that move by up to 0.05 in each coordinate, in a room of 3 x 3 x 1.5 whose floor,
/// walls and table were scanned as points.
struct Links {
  std::vector<Sphere> points;
  ShapeSet shapes, set_of_points;
  std::vector<Vec3> straight;
  std::vector<Motion> turning;  // about one end of the link, by this angle

  explicit Links(float angle);
  void add_points(Random& random);
  void add_mesh(Random& random);
};

void Links::add_mesh(Random& random) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 128; ++i) {
    const Vec3 d = random.direction();
    vertices.push_back({0.08F * d.x, 0.08F * d.y, 0.08F * d.z + (d.z > 0 ? 0.22F : 0)});
  }
  shapes.add_mesh(ConvexHull{vertices});
}

void Links::add_points(Random& random) {
  while (points.size() < point_count) {
    Vec3 p = random.in_box({-1.5F, -1.5F, 0}, {1.5F, 1.5F, 1.5F});
    const std::uint32_t place = random.index(4);
    if (place < 2) p.z = 0;
    if (place == 2) p.y = 1.5F;
    if (place == 3) p = {0.5F * p.x, 0.5F * p.y, 0.7F};
    points.push_back({p, 0.005F}), set_of_points.add(points.back());
  }
}

Links::Links(float angle) {
  Random random(20'260'301);
  add_points(random), add_mesh(random);
  for (std::uint32_t i = 0; i < link_count; ++i) {
    const Vec3 place = random.in_box({-1.2F, -1.2F, 0.2F}, {1.2F, 1.2F, 1.3F}), axis = random.direction();
    shapes.add(HullInstance{0, {place, random.rotation()}, 0});
    straight.push_back(random.in_box({-0.05F, -0.05F, -0.05F}, {0.05F, 0.05F, 0.05F}));
    turning.push_back({straight.back(), {angle * axis.x, angle * axis.y, angle * axis.z}, place});
  }
}

/// The first links, by `cast` with each point.
bool are_right(const Links& links, bool turns, std::span<const std::uint64_t> hits) {
  for (std::uint32_t i = 0; i < checked_links; ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t k = 0; k < point_count; ++k) pairs.push_back({i, k});
    std::vector<Interval> fractions(pairs.size());
    const std::vector<Vec3> straight(pairs.size(), links.straight[i]);
    const std::vector<Motion> turning(pairs.size(), links.turning[i]);
    if (turns)
      cast(links.shapes, links.set_of_points, pairs, std::span(turning), CastOutput{fractions});
    else
      cast(links.shapes, links.set_of_points, pairs, std::span(straight), CastOutput{fractions});
    bool is_hit = false;
    for (const Interval& f : fractions) is_hit |= result_of(f) != CastResult::misses;
    if (is_hit != ((hits[i / 64] >> i % 64 & 1U) != 0)) return false;
  }
  return true;
}

void time_links(benchmark::State& state, float angle, Isa isa) {
  const Links links(angle);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  const World world(SphereView::of(links.points, &Sphere::center, &Sphere::radius));
  std::vector<std::uint64_t> hits(mask_words(link_count));
  RayOptions options;
  options.isa = isa;
  const auto run = [&] {
    if (angle == 0)
      any_contacts(links.shapes, std::span(links.straight), world, hits, options);
    else
      any_contacts(links.shapes, std::span(links.turning), world, hits, options);
  };
  run();
  if (!are_right(links, angle != 0, hits)) return state.SkipWithError("wrong hits");
  for ([[maybe_unused]] auto _ : state) run();
  std::size_t hit = 0;
  for (std::uint32_t i = 0; i < link_count; ++i) hit += hits[i / 64] >> i % 64 & 1U;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(link_count));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  state.counters["queries"] = link_count, state.counters["hits"] = static_cast<double>(hit);
  for (const char* none : {"close", "lost", "too_many", "undecided", "answers", "bytes"}) state.counters[none] = 0;
}

}  // namespace

void add_turning_rows(Isa isa) {
  constexpr std::array<float, 4> angles = {0, 0.05F, 0.15F, 0.5F};
  constexpr std::array names = {"straight", "turn_0.05", "turn_0.15", "turn_0.5"};
  for (std::size_t i = 0; i < angles.size(); ++i)
    benchmark::RegisterBenchmark((std::string("world/links_at_50k/") + names[i]).c_str(),
                                 [angle = angles[i], isa](benchmark::State& state) { time_links(state, angle, isa); });
}

}  // namespace lockstep::bench
