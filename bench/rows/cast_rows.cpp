#include "rows/cast_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "judge/cast_judge.hpp"
#include "judge/mesh_judge.hpp"
#include "methods/methods.hpp"
#include "rows/measured_trial.hpp"

namespace lockstep::bench {
namespace {

/// Proven intervals may miss the judge's by this share of the motion: both are proven within rounding in double.
constexpr double double_tolerance = 1e-9;

/// The differences between a method's answers and the judge's.
struct CastErrors {
  Differences signs;
  std::size_t apart = 0;    ///< intervals with no fraction in common with the judge's
  std::size_t outside = 0;  ///< fractions outside of the range of shapes that grow and shrink by 1e-5 of the size
  double worst = 0;         ///< as a share of the motion

  void count(const Interval& found, const TrueCast& truth);
  [[nodiscard]] std::size_t off(Answers answers) const { return answers == Answers::exact ? apart : outside; }
  void report(benchmark::UserCounters& counters) const {
    counters["off"] = static_cast<double>(outside), counters["worst"] = worst;
  }
};

/// Counts the errors of a query that hits by both the judge's and the method's answers.
void CastErrors::count(const Interval& found, const TrueCast& truth) {
  if (!(found.lower <= 1 && truth.fractions.lower <= 1)) return;
  apart +=
      found.lower > truth.fractions.upper + double_tolerance || found.upper < truth.fractions.lower - double_tolerance;
  const double error = std::max({truth.grown - found.upper, found.lower - truth.shrunk, 0.0});
  outside += error > fraction_tolerance;
  worst = std::max(worst, error);
}

/// For MeasuredTrial, of space or of the plane.
template <class AnyWorkload, class AnySpec>
struct CastJob {
  using Workload = AnyWorkload;
  using Spec = AnySpec;
  using Method = CastMethod;
  using MethodSpec = bench::MethodSpec<AnyWorkload, AnySpec, CastMethod>;
  using Truth = TrueCast;
  using Errors = CastErrors;
  static constexpr const char* what = "fractions";

  static TrueCast truth(const Workload& workload, std::size_t query) { return true_cast(workload, query); }
  static bool is_hit(const TrueCast& truth) { return truth.fractions.lower <= 1; }
  static Interval answer(const CastMethod& method, std::size_t query) { return method.fractions(query); }
};

template <class Workload, class Spec>
void add_rows(std::span<const Spec> specs, const std::vector<MethodSpec<Workload, Spec, CastMethod>>& methods,
              Isa isa) {
  for (const Spec& spec : specs)
    for (const auto& method : methods) {
      if (!method.takes(spec)) continue;
      const std::string row = std::string("cast/") + spec.name + "/" + method.name;
      benchmark::RegisterBenchmark(row.c_str(), [&spec, row, method, isa](benchmark::State& state) {
        time_row<CastJob<Workload, Spec>>(state, row, spec, method, isa, 1);
      });
    }
}

}  // namespace

void add_cast_rows(Isa isa) {
  add_rows(cast_workloads(), shape_cast_methods(), isa);
  add_rows(cast_workloads2(), shape_cast_methods2(), isa);
  add_rows(mesh_ray_workloads(), mesh_ray_methods(), isa);
}

}  // namespace lockstep::bench
