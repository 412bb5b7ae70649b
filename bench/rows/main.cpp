// lockstep_bench: a row for every workload and method. Each method's answers are checked against the judge, then timed.
//
//   lockstep_bench --isa=avx2 --benchmark_filter=intersect/obb_obb/
#include <cstdio>
#include <exception>
#include <iostream>
#include <string_view>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include "methods/methods.hpp"
#include "rows/cast_rows.hpp"
#include "rows/ceiling_rows.hpp"
#include "rows/distance_rows.hpp"
#include "rows/event_rows.hpp"
#include "rows/field_ray_rows.hpp"
#include "rows/kept_pair_rows.hpp"
#include "rows/overlap_rows.hpp"
#include "rows/set_cull_rows.hpp"
#include "rows/trial.hpp"
#include "rows/turning_rows.hpp"
#include "rows/world_overlap_rows.hpp"
#include "rows/world_ray_rows.hpp"
#include "rows/world_rows.hpp"
#include "rows/world_volume_rows.hpp"

namespace lockstep::bench {
namespace {

/// The trial of the job's latest workload; a row of another workload replaces it, so that memory holds one at a time.
template <class Workload, class Spec>
Trial<Workload, Spec>& trial_of(const Spec& spec) {
  static std::unique_ptr<Trial<Workload, Spec>> trial;
  static const Spec* current = nullptr;
  if (current != &spec) {
    trial.reset();
    trial = std::make_unique<Trial<Workload, Spec>>(spec);
    current = &spec;
  }
  return *trial;
}

/// The errors of our own methods' answers; empty if there are none.
std::string fault(Answers answers, const Differences& d) {
  if (answers == Answers::foreign || (d.lost == 0 && (d.too_many == 0 || answers == Answers::superset))) return {};
  return "wrong answers: " + std::to_string(d.lost) + " hits lost, " + std::to_string(d.too_many) + " too many";
}

const std::string& label(Isa isa) {
  static const std::string text = std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER;
  return text;
}

template <class Workload, class Spec>
void time_row(benchmark::State& state, const std::string& row, const Spec& spec,
              const MethodSpec<Workload, Spec>& method, Isa isa, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  auto& trial = trial_of<Workload>(spec);
  const std::size_t queries = trial.query_count();
  auto& [running, differences] = trial.entry(row, method, isa);
  if (const std::string message = fault(method.answers, differences); !message.empty()) {
    state.SkipWithError(message.c_str());
    return;
  }
  running->run();  // caches and worker threads are warm before the clock starts
  for ([[maybe_unused]] auto _ : state) running->run();

  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries));
  state.SetLabel(label(isa));
  const auto count = [&](const char* counter, std::size_t value) {
    state.counters[counter] = static_cast<double>(value);
  };
  count("queries", queries);
  count("hits", differences.hits);
  count("close", differences.within_rounding);
  count("lost", differences.lost);
  count("too_many", differences.too_many);
  count("undecided", differences.undecided);
  count("answers", differences.answers);
  count("bytes", static_cast<std::size_t>(running->bytes()));
}

/// Rows for `threads` 1 and 2 carry it in their name and go by wall time; the plain row runs on one thread.
template <class Workload, class Spec>
void add_row(const std::string& job, const Spec& spec, const MethodSpec<Workload, Spec>& method, Isa isa) {
  const std::string row = job + "/" + spec.name + "/" + method.name;
  const auto run = [&spec, row, method, isa](std::size_t threads) {
    return [&spec, row, method, isa, threads](benchmark::State& state) {
      time_row<Workload>(state, row, spec, method, isa, threads);
    };
  };
  benchmark::RegisterBenchmark(row.c_str(), run(1));
  if (!spec.scaling || (method.name != "auto" && method.name != "gjk" && method.name != "exact")) return;
  for (const std::size_t threads : {1U, 2U}) {
    benchmark::RegisterBenchmark((row + "/threads:" + std::to_string(threads)).c_str(), run(threads))->UseRealTime();
  }
}

bool fits_in_memory(const PairWorkloadSpec&) { return true; }
bool fits_in_memory(const PairWorkloadSpec2&) { return true; }
bool fits_in_memory(const CullSceneSpec& spec) {
  const auto available =
      static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (spec.bytes < available) return true;
  std::fprintf(stderr, "%s is left out: it needs %zu MiB, %zu MiB are free\n", spec.name, spec.bytes >> 20,
               available >> 20);
  return false;
}

/// Small batches measure the price of a call, and the slowest ones show nothing new about other libraries.
bool asks_peers(const CullSceneSpec&) { return true; }
bool asks_peers(const PairWorkloadSpec2&) { return true; }
bool asks_peers(const PairWorkloadSpec& spec) {
  return spec.batch == 0 && !spec.scaling && !spec.side_by_side && spec.vertices <= 128;
}

template <class Specs, class Methods>
void add_rows(const std::string& job, const Specs& specs, const Methods& methods, Isa isa) {
  for (const auto& spec : specs) {
    if (!fits_in_memory(spec)) continue;
    for (const auto& method : methods) {
      if (method.answers == Answers::foreign && !asks_peers(spec)) continue;
      if (method.takes(spec)) add_row(job, spec, method, isa);
    }
  }
}

/// Takes `--isa=NAME` out of the arguments; without it the library's own choice (LOCKSTEP_ISA, else the best) holds.
Isa take_isa(int& argc, char** argv) {
  constexpr std::string_view flag = "--isa=";
  for (int i = 1; i < argc; ++i) {
    if (!std::string_view(argv[i]).starts_with(flag)) continue;
    const Isa isa = isa_from_name(std::string_view(argv[i]).substr(flag.size()));
    std::move(argv + i + 1, argv + argc, argv + i);
    --argc;
    return isa;
  }
  return default_isa();
}

int run(int argc, char** argv) {
  const Isa isa = take_isa(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::AddCustomContext("isa", std::string(name(isa)));
  benchmark::AddCustomContext("lanes", std::to_string(lane_count(isa)));
  benchmark::AddCustomContext("compiler", LOCKSTEP_BENCH_COMPILER);
  benchmark::AddCustomContext("flags", compiler_flags(isa));
  benchmark::AddCustomContext("peers", LOCKSTEP_BENCH_PEERS);
  benchmark::AddCustomContext("result_counters", "queries,hits,close,lost,too_many,undecided,answers");
  add_ceilings(isa);
  add_rows("intersect", pair_workloads(), pair_methods(), isa);
  add_rows("intersect", pair_workloads2(), pair_methods2(), isa);
  add_distance_rows(isa);
  add_plane_distance_rows(isa);
  add_mesh_distance_rows(isa);
  add_contact_rows(isa);
  add_rows("contacts", pair_workloads2(), contact_methods2(), isa);
  add_cast_rows(isa);
  add_rows("small", small_workloads(), pair_methods(), isa);
  add_rows("cull", cull_scenes(), cull_methods(), isa);
  add_overlap_rows(isa);
  add_event_rows(isa);
  add_world_rows(isa);
  add_world_overlap_rows(isa);
  add_kept_pair_rows(isa);
  add_world_ray_rows(isa);
  add_rows("world", world_scenes(), world_cull_methods(), isa);
  add_world_volume_rows(isa);
  add_set_cull_rows(isa);
  add_field_ray_rows(isa);
  add_turning_rows(isa);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) {
  try {
    return lockstep::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "lockstep_bench: " << error.what() << '\n';
    return 2;
  }
}
