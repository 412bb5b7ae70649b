#include "rows/field_ray_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <lockstep/rays.hpp>
#include <lockstep/world.hpp>

#include "methods/world_ray_method.hpp"

namespace lockstep::bench {
namespace {

constexpr double miss = std::numeric_limits<double>::infinity();

/// Spheres and boxes from views, as a user without a ShapeSet would add them.
World world_of(const WorldRayScene& scene, Isa isa) {
  if (!scene.spheres.empty())
    return World(SphereView::of(scene.spheres, &Sphere::center, &Sphere::radius), {.isa = isa});
  if (!scene.boxes.empty()) return World(AabbView::of(scene.boxes, &Aabb::min, &Aabb::max), {.isa = isa});
  return World(scene.set(), {.isa = isa});
}

class LockstepWorldRays final : public WorldRayMethod {
 public:
  LockstepWorldRays(const WorldRayScene& scene, Isa isa)
      : rays_(scene.rays), world_(world_of(scene, isa)), fractions_(rays_.size()) {
    options_.isa = isa;
  }

  void run(std::span<double> fractions) override {
    first_hits(rays_, world_, {.fractions = fractions_}, options_);
    for (std::size_t i = 0; i < fractions.size(); ++i) fractions[i] = fractions_[i].upper;
  }

 private:
  const std::vector<Ray>& rays_;
  World world_;
  std::vector<Interval> fractions_;
  RayOptions options_;
};

const WorldRayScene& scene_of(FieldOf kind) {
  static std::map<FieldOf, WorldRayScene> scenes;
  const auto [at, is_new] = scenes.try_emplace(kind);
  if (is_new) at->second = make_world_rays(kind);
  return at->second;
}

/// The number of rays whose first hit differs from that of testing all pairs, beyond rounding in float.
std::size_t wrong_fractions(const WorldRayScene& scene, std::span<const double> fractions) {
  const ShapeSet set = scene.set();
  std::size_t wrong = 0;
  for (std::uint32_t i = 0; i < 16; ++i) {
    std::vector<Pair> pairs;
    for (std::uint32_t j = 0; j < set.size(); ++j) pairs.push_back({i, j});
    std::vector<Interval> all(pairs.size());
    cast_rays(scene.rays, set, pairs, {all});
    double first = miss;
    for (const Interval& fraction : all) first = std::min(first, fraction.upper);
    wrong += first == fractions[i] || std::fabs(first - fractions[i]) < 1e-5 ? 0U : 1U;
  }
  return wrong;
}

void time_rays(benchmark::State& state, const WorldRayMethodSpec& spec, FieldOf kind, Isa isa) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  const WorldRayScene& scene = scene_of(kind);
  const std::unique_ptr<WorldRayMethod> method = spec.make(scene, isa);
  std::vector<double> fractions(scene.rays.size());
  method->run(fractions);
  if (wrong_fractions(scene, fractions) != 0) {
    state.SkipWithError("wrong hits");
    return;
  }
  for ([[maybe_unused]] auto _ : state) {
    method->run(fractions);
    benchmark::DoNotOptimize(fractions.data());
  }
  const auto hits = std::count_if(fractions.begin(), fractions.end(), [](double at) { return at <= 1; });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scene.rays.size()));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  state.counters["queries"] = static_cast<double>(scene.rays.size()),
  state.counters["hits"] = static_cast<double>(hits);
  for (const char* none : {"close", "lost", "too_many", "undecided", "answers", "bytes"}) state.counters[none] = 0;
}

}  // namespace

void add_field_ray_rows(Isa isa) {
  std::vector<WorldRayMethodSpec> methods = {
      {"lockstep", [](const WorldRayScene& scene, Isa of) -> std::unique_ptr<WorldRayMethod> {
         return std::make_unique<LockstepWorldRays>(scene, of);
       }}};
#ifdef LOCKSTEP_BENCH_HAVE_EMBREE
  for (const WorldRayMethodSpec& spec : embree_world_ray_methods()) methods.push_back(spec);
#endif
  constexpr std::pair<const char*, FieldOf> fields[] = {
      {"spheres", FieldOf::spheres}, {"boxes", FieldOf::boxes}, {"hulls", FieldOf::hulls}};
  for (const auto& [field, kind] : fields)
    for (const WorldRayMethodSpec& spec : methods)
      benchmark::RegisterBenchmark(
          ("world/rays_" + std::string(field) + "_100k/" + spec.name).c_str(),
          [spec, kind = kind, isa](benchmark::State& state) { time_rays(state, spec, kind, isa); });
}

}  // namespace lockstep::bench
