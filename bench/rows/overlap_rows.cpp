#include "rows/overlap_rows.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include "judge/overlap_judge.hpp"
#include "methods/methods.hpp"
#include "rows/trial.hpp"

namespace lockstep::bench {
namespace {

/// The frame whose pairs are compared: by then a method has used its state from earlier frames.
constexpr std::size_t judged_frame = 2;

bool by_objects(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

/// In the judge's order.
std::vector<Pair> in_order(std::vector<Pair> pairs) {
  for (Pair& pair : pairs) pair = {std::min(pair.a, pair.b), std::max(pair.a, pair.b)};
  std::sort(pairs.begin(), pairs.end(), by_objects);
  return pairs;
}

/// The bytes on the heap of the process.
std::size_t allocated_bytes() {
  const auto all = mallinfo2();
  return all.uordblks + all.hblkhd;
}

/// A method that advances from frame to frame.
struct Running {
  std::unique_ptr<OverlapMethod> method;
  std::size_t step = 0;
  Differences differences;
  std::size_t bytes = 0;  ///< of its state, without the pairs

  void next(const OverlapScene& scene) { method->run(scene.frame_of(step++)); }
};

/// A scene, the truth about one of its frames, and the methods that were run so far.
class OverlapTrial {
 public:
  explicit OverlapTrial(const OverlapSceneSpec& spec) : scene_(spec.make()), truth_(true_pairs(scene_, judged_frame)) {}

  Running& running(const OverlapSceneMethod& spec, Isa isa) {
    Running& running = running_[spec.name];
    if (running.method) return running;
    const std::size_t before = allocated_bytes();
    running.method = spec.make(scene_, isa);
    while (running.step <= judged_frame) running.next(scene_);
    const std::vector<Pair>& pairs = running.method->pairs();
    const std::size_t grown = allocated_bytes() - before - pairs.capacity() * sizeof(Pair);
    running.bytes = running.method->memory_bytes().value_or(grown);
    running.differences = compare(in_order(pairs));
    return running;
  }

  [[nodiscard]] const OverlapScene& scene() const { return scene_; }

 private:
  /// A duplicate pair counts as one too many.
  [[nodiscard]] Differences compare(const std::vector<Pair>& found) const {
    Differences differences;
    differences.hits = found.size();
    for (const Pair& pair : found) differences.answers = with(with(differences.answers, pair.a + 1), pair.b + 1);
    const auto differing = [&](const std::vector<Pair>& these, const std::vector<Pair>& those, std::size_t& wrong) {
      std::vector<Pair> alone;
      std::set_difference(these.begin(), these.end(), those.begin(), those.end(), std::back_inserter(alone),
                          by_objects);
      for (const Pair& pair : alone)
        ++(within_rounding(scene_, judged_frame, pair) ? differences.within_rounding : wrong);
    };
    differing(found, truth_, differences.too_many);
    differing(truth_, found, differences.lost);
    return differences;
  }

  OverlapScene scene_;
  std::vector<Pair> truth_;
  std::map<std::string, Running> running_;
};

/// One scene at a time stays in memory; the sizes of a series all do, because they are timed in turns.
OverlapTrial& trial_of(const OverlapSceneSpec& spec) {
  static std::map<const OverlapSceneSpec*, std::unique_ptr<OverlapTrial>> trials;
  const auto leaves = [&](const auto& held) { return held.first != &spec && !(held.first->series && spec.series); };
  std::erase_if(trials, leaves);
  auto& trial = trials[&spec];
  if (!trial) trial = std::make_unique<OverlapTrial>(spec);
  return *trial;
}

void time_row(benchmark::State& state, const OverlapSceneSpec& spec, const OverlapSceneMethod& method, Isa isa,
              std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  OverlapTrial& trial = trial_of(spec);
  Running& running = trial.running(method, isa);
  const Differences& found = running.differences;
  if (method.answers == Answers::exact && found.lost + found.too_many > 0) {
    state.SkipWithError(
        ("wrong pairs: " + std::to_string(found.lost) + " lost, " + std::to_string(found.too_many) + " too many")
            .c_str());
    return;
  }
  running.next(trial.scene());  // caches and worker threads are warm before the clock starts
  for ([[maybe_unused]] auto _ : state) running.next(trial.scene());

  const std::size_t objects = trial.scene().object_count();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(objects));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  const auto count = [&](const char* counter, std::size_t value) {
    state.counters[counter] = static_cast<double>(value);
  };
  count("queries", objects);
  count("hits", found.hits);
  count("close", found.within_rounding);
  count("lost", found.lost);
  count("too_many", found.too_many);
  count("undecided", 0);
  count("answers", found.answers);
  count("bytes", 0);
  count("memory", running.bytes);
}

/// Rows of lockstep run on one thread, and on 1 and 2 by wall time; those of the others on one.
void add_row(const OverlapSceneSpec& spec, const OverlapSceneMethod& method, Isa isa) {
  const std::string row = std::string("overlap/") + spec.name + "/" + method.name;
  const auto run = [&spec, method, isa](std::size_t threads) {
    return [&spec, method, isa, threads](benchmark::State& state) { time_row(state, spec, method, isa, threads); };
  };
  benchmark::RegisterBenchmark(row.c_str(), run(1));
  if (method.name != "lockstep") return;
  for (const std::size_t threads : {1U, 2U}) {
    benchmark::RegisterBenchmark((row + "/threads:" + std::to_string(threads)).c_str(), run(threads))->UseRealTime();
  }
}

bool fits_in_memory(const OverlapSceneSpec& spec) {
  const auto available =
      static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (spec.bytes < available) return true;
  std::fprintf(stderr, "overlap/%s is left out: it needs %zu MiB, %zu MiB are free\n", spec.name, spec.bytes >> 20,
               available >> 20);
  return false;
}

}  // namespace

void add_overlap_rows(Isa isa) {
  for (const OverlapSceneSpec& spec : overlap_scenes()) {
    if (!fits_in_memory(spec)) continue;
    for (const OverlapSceneMethod& method : overlap_methods())
      if (method.takes(spec)) add_row(spec, method, isa);
  }
}

}  // namespace lockstep::bench
