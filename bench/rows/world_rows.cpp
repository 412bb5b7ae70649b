#include "rows/world_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "methods/near_method.hpp"
#include "rows/world_row.hpp"
#include "work/random.hpp"
#include "work/scenes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t object_count = 1'000'000, point_count = 20'000, neighbours = 8;
constexpr float side = 1000, distance = 15;  // 14 objects are that near

/// Two frames, between which each object moves by up to a hundredth of the distance to its neighbour.
struct Scene {
  std::vector<Vec3> objects, points;
  AabbColumns frames[2];

  Scene() {
    Random random(19);
    const Vec3 low{0, 0, 0}, high{side, side, side};
    for (std::size_t i = 0; i < object_count; ++i) {
      objects.push_back(random.in_box(low, high));
      const float half = random.uniform(0.5F, 1.5F);
      put(frames[0], objects.back(), half);
      const Vec3 step = random.in_box({-0.1F, -0.1F, -0.1F}, {0.1F, 0.1F, 0.1F}), &p = objects.back();
      put(frames[1], {p.x + step.x, p.y + step.y, p.z + step.z}, half);
    }
    for (std::size_t i = 0; i < point_count; ++i) points.push_back(random.in_box(low, high));
  }
  static void put(AabbColumns& c, const Vec3& p, float half) {
    c.min_x.push_back(p.x - half), c.min_y.push_back(p.y - half), c.min_z.push_back(p.z - half);
    c.max_x.push_back(p.x + half), c.max_y.push_back(p.y + half), c.max_z.push_back(p.z + half);
  }
};

const Scene& scene() {
  static const Scene one;
  return one;
}

class LockstepNear final : public NearMethod {
 public:
  LockstepNear(std::span<const Vec3> objects, Isa isa) : world_(view(objects), {.isa = isa}), options_{.isa = isa} {}

  ObjectLists within(std::span<const Vec3> points, float reach) override {
    return lockstep::within(world_, points, reach, options_);
  }
  void nearest(std::span<const Vec3> points, std::size_t k, std::span<std::uint32_t> objects) override {
    lockstep::nearest(world_, points, k, {objects}, options_);
  }

 private:
  static SphereView view(std::span<const Vec3> objects) {
    static constexpr float no_radius = 0;
    const auto at = [](const float& x) { return Stream{&x, sizeof(Vec3)}; };
    return {at(objects[0].x), at(objects[0].y), at(objects[0].z), {&no_radius, 0}, objects.size()};
  }
  World world_;
  NearOptions options_;
};

double distance_between(const Vec3& a, const Vec3& b) {
  const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
  return std::sqrt(x * x + y * y + z * z);
}

/// The number of points whose lists differ from those in double, beyond rounding.
std::size_t wrong_lists(NearMethod& method) {
  const std::span<const Vec3> points = std::span(scene().points).first(16);
  const ObjectLists lists = method.within(points, distance);
  std::vector<std::uint32_t> nearest(neighbours * points.size());
  method.nearest(points, neighbours, nearest);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double> all;
    for (const Vec3& object : scene().objects) all.push_back(distance_between(points[i], object));
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    const auto up_to = [&](double reach) {
      return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), reach) - sorted.begin());
    };
    bool right = lists[i].size() >= up_to(distance - 1e-3) && lists[i].size() <= up_to(distance + 1e-3);
    for (std::size_t j = 0; j < neighbours; ++j)
      right = right && std::fabs(all[nearest[i * neighbours + j]] - sorted[j]) < 1e-3;
    wrong += right ? 0U : 1U;
  }
  return wrong;
}

void time_near(benchmark::State& state, const NearMethodSpec& spec, Isa isa, bool within) {
  const std::unique_ptr<NearMethod> method = spec.make(scene().objects, isa);
  if (wrong_lists(*method) != 0) {
    state.SkipWithError("wrong neighbours");
    return;
  }
  std::vector<std::uint32_t> objects(neighbours * point_count);
  std::size_t hits = objects.size();
  for ([[maybe_unused]] auto _ : state) {
    if (within)
      hits = method->within(scene().points, distance).objects.size();
    else
      method->nearest(scene().points, neighbours, objects);
    benchmark::DoNotOptimize(objects.data());
  }
  count_up(state, isa, point_count, hits);
}

}  // namespace

void add_world_rows(Isa isa) {
  const auto build = [isa](benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state)
      benchmark::DoNotOptimize(World(scene().frames[0].view(), {.isa = isa}).size());
    count_up(state, isa, object_count, 0);
  };
  add_world_row("build_1m/lockstep", build);
  for (const std::size_t threads : {1U, 2U})
    add_world_row("build_1m/lockstep/threads:" + std::to_string(threads), build, threads)->UseRealTime();
  add_world_row("move_1m/lockstep", [isa](benchmark::State& state) {
    World world(scene().frames[0].view(), {.isa = isa});
    std::size_t frame = 0;
    for ([[maybe_unused]] auto _ : state) world.move(scene().frames[++frame % 2].view(), {.isa = isa});
    count_up(state, isa, object_count, 0);
  });
  std::vector<NearMethodSpec> methods = {
      {"lockstep", [](std::span<const Vec3> objects, Isa of) -> std::unique_ptr<NearMethod> {
         return std::make_unique<LockstepNear>(objects, of);
       }}};
#ifdef LOCKSTEP_BENCH_HAVE_BOOST
  for (const NearMethodSpec& spec : boost_near_methods()) methods.push_back(spec);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_CGAL
  for (const NearMethodSpec& spec : cgal_near_methods()) methods.push_back(spec);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NANOFLANN
  for (const NearMethodSpec& spec : nanoflann_near_methods()) methods.push_back(spec);
#endif
  for (const NearMethodSpec& spec : methods)
    for (const bool within : {true, false})
      add_world_row((within ? "within_1m/" : "nearest8_1m/") + std::string(spec.name),
                    [spec, isa, within](benchmark::State& state) { time_near(state, spec, isa, within); });
}

}  // namespace lockstep::bench
