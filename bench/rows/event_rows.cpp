#include "rows/event_rows.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <lockstep/overlap.hpp>

#include "methods/methods.hpp"
#include "rows/trial.hpp"

namespace lockstep::bench {
namespace {

using PairList = std::vector<Pair>;

/// The pairs of each frame, in order.
class EventTrial {
 public:
  EventTrial(const OverlapSceneSpec& spec, Isa isa) : scene_(spec.make()) {
    const std::vector<OverlapSceneMethod> methods = lockstep_overlap_methods();
    const std::unique_ptr<OverlapMethod> pass = methods.front().make(scene_, isa);
    for (std::size_t frame = 0; frame < scene_.frame_count(); ++frame) {
      pass->run(frame);
      frames_.push_back(pass->pairs());
    }
  }
  [[nodiscard]] const PairList& at(std::size_t step) const { return frames_[scene_.frame_of(step)]; }
  [[nodiscard]] std::size_t object_count() const { return scene_.object_count(); }

 private:
  OverlapScene scene_;
  std::vector<PairList> frames_;
};

/// The trial of the latest scene; a row of another scene replaces it.
EventTrial& trial_of(const OverlapSceneSpec& spec, Isa isa) {
  static std::unique_ptr<EventTrial> trial;
  static const OverlapSceneSpec* current = nullptr;
  if (current != &spec) {
    trial.reset();
    trial = std::make_unique<EventTrial>(spec, isa);
    current = &spec;
  }
  return *trial;
}

class Lockstep {
 public:
  PairChanges next(const PairList& pairs) { return events_.update(pairs, Check::none); }

 private:
  PairEvents events_;
};

/// A user's code: three passes of the standard library over two sorted lists, and a copy of the new one.
class SetOperations {
 public:
  PairChanges next(const PairList& pairs) {
    began_.clear(), stayed_.clear(), ended_.clear();
    const auto before = [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
    const auto now = pairs.cbegin(), end = pairs.cend(), was = last_.cbegin(), last = last_.cend();
    std::set_difference(now, end, was, last, std::back_inserter(began_), before);
    std::set_intersection(now, end, was, last, std::back_inserter(stayed_), before);
    std::set_difference(was, last, now, end, std::back_inserter(ended_), before);
    last_ = pairs;
    return {began_, stayed_, ended_};
  }

 private:
  PairList last_, began_, stayed_, ended_;
};

bool same(std::span<const Pair> a, std::span<const Pair> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// A method's answer from the first frame to the second, compared with the standard library.
Differences judge(const EventTrial& trial, const PairChanges& found) {
  SetOperations truth;
  (void)truth.next(trial.at(0));
  const PairChanges expected = truth.next(trial.at(1));
  Differences differences;
  differences.hits = found.began.size() + found.ended.size();
  for (const auto& list : {found.began, found.stayed, found.ended})
    for (const Pair& pair : list) differences.answers = with(with(differences.answers, pair.a + 1), pair.b + 1);
  const bool right =
      same(found.began, expected.began) && same(found.stayed, expected.stayed) && same(found.ended, expected.ended);
  differences.lost = right ? 0 : 1;
  return differences;
}

template <class Events>
void time_row(benchmark::State& state, const OverlapSceneSpec& spec, Isa isa, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const EventTrial& trial = trial_of(spec, isa);
  Events events;
  (void)events.next(trial.at(0));
  const Differences found = judge(trial, events.next(trial.at(1)));
  if (found.lost != 0) {
    state.SkipWithError("wrong events");
    return;
  }
  std::size_t step = 2;
  for ([[maybe_unused]] auto _ : state) {
    const PairChanges changes = events.next(trial.at(step++));
    benchmark::DoNotOptimize(changes.began.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trial.object_count()));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  const auto count = [&](const char* counter, std::size_t value) {
    state.counters[counter] = static_cast<double>(value);
  };
  count("queries", trial.object_count());
  count("hits", found.hits);
  for (const char* none : {"close", "lost", "too_many", "undecided", "bytes"}) count(none, 0);
  count("answers", found.answers);
  count("pairs", trial.at(1).size());
}

template <class Events>
void add_row(const OverlapSceneSpec& spec, const std::string& row, Isa isa, std::size_t threads) {
  const auto run = [&spec, isa, threads](benchmark::State& state) { time_row<Events>(state, spec, isa, threads); };
  auto* const added = benchmark::RegisterBenchmark(row.c_str(), run);
  if (row.find("/threads:") != std::string::npos) added->UseRealTime();
}

}  // namespace

void add_event_rows(Isa isa) {
  for (const OverlapSceneSpec& spec : overlap_scenes()) {
    if (spec.series) continue;
    const std::string row = std::string("events/") + spec.name;
    add_row<Lockstep>(spec, row + "/lockstep", isa, 1);
    for (const std::size_t threads : {1U, 2U})
      add_row<Lockstep>(spec, row + "/lockstep/threads:" + std::to_string(threads), isa, threads);
    add_row<SetOperations>(spec, row + "/set_operations", isa, 1);
  }
}

}  // namespace lockstep::bench
