#include "rows/distance_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include "judge/distance_judge.hpp"
#include "methods/methods.hpp"
#include "rows/trial.hpp"

namespace lockstep::bench {
namespace {

// What is off the truth, as a share of the largest coordinate of the two shapes.
constexpr double off_double = 1e-9;  ///< proven intervals may miss the judge's by no more
constexpr double off_float = 1e-5;
constexpr double far_off = 1e-3;

/// How the answers of a method differ from the judge's.
struct Errors {
  Differences signs;
  std::size_t no_distance = 0;  ///< told as a gap or an overlap, maybe, but not how much of it
  std::size_t off_double = 0, off_float = 0, far_off = 0;
  std::size_t wide = 0;  ///< intervals with two ends, by more than `off_float`
  double worst = 0;      ///< of those that are numbers
  double widest = 0;     ///< of those with two ends
};

void count_sign(Differences& signs, const DistanceMethod& method, std::size_t query, const TrueDistance& truth) {
  const bool hit = method.hit(query), undecided = method.undecided(query), true_hit = truth.distance.lower <= 0;
  signs.hits += hit;
  if (hit == true_hit && !undecided) return;
  if (is_close(truth)) {
    signs.within_rounding += hit != true_hit;
  } else {
    ++(undecided ? signs.undecided : hit ? signs.too_many : signs.lost);
  }
}

/// Half lines are judged by their sign.
void count_error(Errors& errors, const Interval& found, const TrueDistance& truth) {
  if (std::isinf(found.lower) || std::isinf(found.upper)) {
    ++errors.no_distance;
    return;
  }
  const double error = error_of(found, truth);
  errors.off_double += error > off_double;
  errors.off_float += error > off_float;
  errors.far_off += error > far_off;
  if (std::isinf(error)) return;  // of a NaN
  const double width = (found.upper - found.lower) / truth.size;
  errors.wide += width > off_float;
  errors.worst = std::max(errors.worst, error);
  errors.widest = std::max(errors.widest, width);
}

/// Takes the bits of both ends into a checksum.
std::uint32_t with_bits(std::uint32_t checksum, const Interval& distance) {
  for (const double end : {distance.lower, distance.upper}) {
    const auto bits = std::bit_cast<std::uint64_t>(end);
    checksum = with(with(checksum, bits & 0xffffffff), bits >> 32);
  }
  return checksum;
}

/// A workload, the truth about it, and the methods that were asked for so far.
class DistanceTrial {
 public:
  explicit DistanceTrial(const PairWorkloadSpec& spec) : workload_(spec.make()), truth_(workload_.query_count()) {
    for (std::size_t q = 0; q < truth_.size(); ++q) truth_[q] = true_distance(workload_, q);
  }

  struct Entry {
    std::unique_ptr<DistanceMethod> method;
    Errors errors;
  };

  /// Prepared, run once and compared with the truth when its row is first asked for.
  Entry& entry(const std::string& row, const PairDistanceMethod& spec, Isa isa) {
    Entry& entry = entries_[row];
    if (!entry.method) {
      entry.method = spec.make(workload_, isa);
      entry.method->run();
      entry.errors = compare(*entry.method, spec.answers);
    }
    return entry;
  }

  [[nodiscard]] std::size_t query_count() const { return truth_.size(); }

 private:
  /// The checksum is that of the signs, where the last bits of a number are the compiler's.
  [[nodiscard]] Errors compare(const DistanceMethod& method, Answers answers) const {
    Errors errors;
    for (std::size_t q = 0; q < truth_.size(); ++q) {
      count_sign(errors.signs, method, q, truth_[q]);
      const Interval found = method.distance(q);
      count_error(errors, found, truth_[q]);
      std::uint32_t& checksum = errors.signs.answers;
      if (answers == Answers::exact)
        checksum = with_bits(checksum, found);
      else if (method.hit(q))
        checksum = with(checksum, q + 1);
    }
    return errors;
  }

  PairWorkload workload_;
  std::vector<TrueDistance> truth_;
  std::map<std::string, Entry> entries_;
};

/// That of the latest workload; a row of another workload replaces it.
DistanceTrial& trial_of(const PairWorkloadSpec& spec) {
  static std::unique_ptr<DistanceTrial> trial;
  static const PairWorkloadSpec* current = nullptr;
  if (current != &spec) {
    trial.reset();
    trial = std::make_unique<DistanceTrial>(spec);
    current = &spec;
  }
  return *trial;
}

/// What is wrong with the answers of our own methods; empty if nothing is.
std::string fault(Answers answers, const Errors& errors) {
  if (answers == Answers::foreign) return {};
  const std::size_t off = answers == Answers::exact ? errors.off_double : errors.off_float;
  if (errors.signs.lost + errors.signs.too_many + off == 0) return {};
  return "wrong answers: " + std::to_string(errors.signs.lost) + " hits lost, " +
         std::to_string(errors.signs.too_many) + " too many, " + std::to_string(off) + " distances off";
}

void report(benchmark::State& state, std::size_t queries, const Errors& errors, Isa isa) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  const auto count = [&](const char* counter, std::size_t value) {
    state.counters[counter] = static_cast<double>(value);
  };
  count("queries", queries);
  count("hits", errors.signs.hits);
  count("close", errors.signs.within_rounding);
  count("lost", errors.signs.lost);
  count("too_many", errors.signs.too_many);
  count("undecided", errors.signs.undecided);
  count("answers", errors.signs.answers);
  count("bytes", 0);
  count("no_distance", errors.no_distance);
  count("off", errors.off_float);
  count("far_off", errors.far_off);
  count("wide", errors.wide);
  state.counters["worst"] = errors.worst;
  state.counters["widest"] = errors.widest;
}

void time_row(benchmark::State& state, const std::string& row, const PairWorkloadSpec& spec,
              const PairDistanceMethod& method, Isa isa, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  DistanceTrial& trial = trial_of(spec);
  auto& [running, errors] = trial.entry(row, method, isa);
  if (const std::string message = fault(method.answers, errors); !message.empty()) {
    state.SkipWithError(message.c_str());
    return;
  }
  running->run();  // caches and worker threads are warm before the clock starts
  for ([[maybe_unused]] auto _ : state) running->run();
  report(state, trial.query_count(), errors, isa);
}

void add_row(const std::string& job, const PairWorkloadSpec& spec, const PairDistanceMethod& method, Isa isa) {
  const std::string row = job + "/" + spec.name + "/" + method.name;
  const auto run = [&spec, row, method, isa](std::size_t threads) {
    return [&spec, row, method, isa, threads](benchmark::State& state) {
      time_row(state, row, spec, method, isa, threads);
    };
  };
  benchmark::RegisterBenchmark(row.c_str(), run(1));
  if (!spec.scaling || method.name != "auto") return;
  for (const std::size_t threads : {1U, 2U}) {
    benchmark::RegisterBenchmark((row + "/threads:" + std::to_string(threads)).c_str(), run(threads))->UseRealTime();
  }
}

/// Of hulls with so many vertices, minutes would say nothing new.
bool asks_peers(const PairWorkloadSpec& spec) { return !spec.scaling && spec.vertices <= 128; }

}  // namespace

void add_distance_rows(Isa isa) {
  for (const PairWorkloadSpec& spec : pair_workloads()) {
    if (spec.side_by_side) continue;  // there is no list
    for (const PairDistanceMethod& method : distance_methods()) {
      if (method.answers == Answers::foreign && !asks_peers(spec)) continue;
      if (method.takes(spec)) add_row("distance", spec, method, isa);
    }
  }
}

void add_contact_rows(Isa isa) {
  constexpr std::string_view asked[] = {"obb_obb", "obb_obb_near", "capsule_capsule", "hull8", "hull32"};
  for (const PairWorkloadSpec& spec : pair_workloads()) {
    if (std::find(std::begin(asked), std::end(asked), spec.name) == std::end(asked)) continue;
    for (const PairDistanceMethod& method : contact_methods()) {
      if (method.takes(spec)) add_row("contacts", spec, method, isa);
    }
  }
}

}  // namespace lockstep::bench
