#include "rows/distance_rows.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "judge/distance_judge.hpp"
#include "judge/mesh_judge.hpp"
#include "methods/methods.hpp"
#include "rows/measured_trial.hpp"

namespace lockstep::bench {
namespace {

// Allowed errors, as a share of the largest coordinate of the two shapes.
constexpr double double_limit = 1e-9;  ///< proven intervals may miss the judge's by this much
constexpr double float_limit = 1e-5;
constexpr double far_limit = 1e-3;

/// The differences between a method's answers and the judge's.
struct DistanceErrors {
  Differences signs;
  std::size_t no_distance = 0;  ///< reported as a gap or an overlap, perhaps, but without a distance
  std::size_t off_double = 0, off_float = 0, far_off = 0;
  std::size_t wide = 0;  ///< intervals with two ends, wider than `float_limit`
  double worst = 0;      ///< of those that are numbers
  double widest = 0;     ///< of those with two ends

  void count(const Interval& found, const TrueDistance& truth);
  [[nodiscard]] std::size_t off(Answers answers) const { return answers == Answers::exact ? off_double : off_float; }
  void report(benchmark::UserCounters& counters) const {
    const auto count = [&](const char* counter, std::size_t value) { counters[counter] = static_cast<double>(value); };
    count("no_distance", no_distance), count("off", off_float), count("far_off", far_off), count("wide", wide);
    counters["worst"] = worst, counters["widest"] = widest;
  }
};

/// Half lines are judged by their sign.
void DistanceErrors::count(const Interval& found, const TrueDistance& truth) {
  if (std::isinf(found.lower) || std::isinf(found.upper)) {
    ++no_distance;
    return;
  }
  const double error = error_of(found, truth);
  off_double += error > double_limit;
  off_float += error > float_limit;
  far_off += error > far_limit;
  if (std::isinf(error)) return;  // of a NaN
  const double width = (found.upper - found.lower) / truth.size;
  wide += width > float_limit;
  worst = std::max(worst, error);
  widest = std::max(widest, width);
}

/// For MeasuredTrial.
template <class MethodSpecOfJob, class WorkloadOfJob, class SpecOfJob>
struct DistanceJob {
  using Workload = WorkloadOfJob;
  using Spec = SpecOfJob;
  using Method = DistanceMethod;
  using MethodSpec = MethodSpecOfJob;
  using Truth = TrueDistance;
  using Errors = DistanceErrors;
  static constexpr const char* what = "distances";

  static TrueDistance truth(const Workload& workload, std::size_t query) { return true_distance(workload, query); }
  static bool is_hit(const TrueDistance& truth) { return truth.distance.lower <= 0; }
  static Interval answer(const DistanceMethod& method, std::size_t query) { return method.distance(query); }
};

template <class Workload, class Spec>
void add_row(const std::string& job, const Spec& spec, const MethodSpec<Workload, Spec, DistanceMethod>& method,
             Isa isa) {
  using Job = DistanceJob<MethodSpec<Workload, Spec, DistanceMethod>, Workload, Spec>;
  const std::string row = job + "/" + spec.name + "/" + method.name;
  const auto run = [&spec, row, method, isa](std::size_t threads) {
    return [&spec, row, method, isa, threads](benchmark::State& state) {
      time_row<Job>(state, row, spec, method, isa, threads);
    };
  };
  benchmark::RegisterBenchmark(row.c_str(), run(1));
  if (!spec.scaling || method.name != "auto") return;
  for (const std::size_t threads : {1U, 2U}) {
    benchmark::RegisterBenchmark((row + "/threads:" + std::to_string(threads)).c_str(), run(threads))->UseRealTime();
  }
}

/// Hulls with this many vertices take minutes and show nothing new.
bool asks_peers(const PairWorkloadSpec& spec) { return !spec.scaling && !spec.side_by_side && spec.vertices <= 128; }

}  // namespace

void add_distance_rows(Isa isa) {
  for (const PairWorkloadSpec& spec : pair_workloads()) {
    for (const PairDistanceMethod& method : distance_methods()) {
      if (method.answers == Answers::foreign && !asks_peers(spec)) continue;
      if (method.takes(spec)) add_row("distance", spec, method, isa);
    }
  }
}

void add_plane_distance_rows(Isa isa) {
  for (const PairWorkloadSpec2& spec : pair_workloads2())
    for (const PairDistanceMethod2& method : distance_methods2())
      if (method.takes(spec)) add_row("distance2", spec, method, isa);
}

void add_mesh_distance_rows(Isa isa) {
  for (const MeshWorkloadSpec& spec : mesh_shape_workloads())
    for (const MeshDistanceMethod& method : mesh_distance_methods()) add_row("distance", spec, method, isa);
}

void add_contact_rows(Isa isa) {
  constexpr std::string_view asked[] = {"obb_obb", "obb_obb_near",  "capsule_capsule", "hull8",        "hull32",
                                        "mixed",   "lattice_boxes", "lattice_hull8",   "lattice_mixed"};
  for (const PairWorkloadSpec& spec : pair_workloads()) {
    if (std::find(std::begin(asked), std::end(asked), spec.name) == std::end(asked)) continue;
    for (const PairDistanceMethod& method : contact_methods()) {
      if (method.takes(spec)) add_row("contacts", spec, method, isa);
    }
  }
}

}  // namespace lockstep::bench
