#include "rows/world_ray_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <lockstep/reference/vector.hpp>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t checked_rays = 32;

using Point = reference::Vector<double>;
Point point(const Vec3& v) { return {v.x, v.y, v.z}; }

/// The fraction at which a ray hits a triangle; infinite for a miss.
double meets(const Ray& ray, const Point& a, const Point& b, const Point& c) {
  const Point m = point(ray.motion), to_a = a - point(ray.origin), normal = cross(b - a, c - a),
              moment = cross(m, to_a);
  const double speed = dot(normal, m), t = dot(normal, to_a) / speed;
  const double of_b = -dot(moment, c - a) / speed, of_c = dot(moment, b - a) / speed;
  return of_b >= 0 && of_c >= 0 && of_b + of_c <= 1 && t >= 0 && t <= 1 ? t : miss.lower;
}

/// The number of first rays whose first hit differs from that of testing all triangles, in double.
std::size_t wrong_hits(const MeshWorkload& workload, const CastMethod& method) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < checked_rays; ++i) {
    double first = miss.lower;
    for (std::size_t k = 0; k < workload.indices.size(); k += 3) {
      const auto corner = [&](std::size_t j) { return point(workload.vertices[workload.indices[k + j]]); };
      first = std::min(first, meets(workload.rays[i], corner(0), corner(1), corner(2)));
    }
    const Interval found = method.fractions(i);
    const bool right = first > 1 ? found.lower > 1 : found.lower <= first + 1e-4 && first <= found.upper + 1e-4;
    wrong += right ? 0U : 1U;
  }
  return wrong;
}

void time_rays(benchmark::State& state, const MeshRayMethod& spec, Isa isa) {
  static const MeshWorkload workload = incoherent_ray_workload().make();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  const std::unique_ptr<CastMethod> method = spec.make(workload, isa);
  method->run();
  if (wrong_hits(workload, *method) != 0) {
    state.SkipWithError("wrong hits");
    return;
  }
  for ([[maybe_unused]] auto _ : state) method->run();
  std::size_t hits = 0;
  for (std::size_t i = 0; i < workload.rays.size(); ++i) hits += method->hit(i) ? 1U : 0U;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(workload.rays.size()));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  state.counters["queries"] = static_cast<double>(workload.rays.size());
  state.counters["hits"] = static_cast<double>(hits);
  for (const char* none : {"close", "lost", "too_many", "undecided", "answers", "bytes"}) state.counters[none] = 0;
}

}  // namespace

void add_world_ray_rows(Isa isa) {
  std::vector<MeshRayMethod> methods = lockstep_first_hit_methods();
#ifdef LOCKSTEP_BENCH_HAVE_CGAL
  for (MeshRayMethod& method : cgal_ray_methods()) methods.push_back(std::move(method));
#endif
#ifdef LOCKSTEP_BENCH_HAVE_EMBREE
  for (MeshRayMethod& method : embree_ray_methods()) methods.push_back(std::move(method));
#endif
  for (const MeshRayMethod& method : methods)
    benchmark::RegisterBenchmark(("world/rays_triangles_100k/" + std::string(method.name)).c_str(),
                                 [method, isa](benchmark::State& state) { time_rays(state, method, isa); });
}

}  // namespace lockstep::bench
