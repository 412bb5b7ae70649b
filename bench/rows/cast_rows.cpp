#include "rows/cast_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include "judge/cast_judge.hpp"
#include "methods/methods.hpp"
#include "rows/trial.hpp"

namespace lockstep::bench {
namespace {

/// Proven intervals may miss the judge's by so much of the motion: both are proven but for rounding in double.
constexpr double double_tolerance = 1e-9;

/// How the answers of a method differ from the judge's.
struct CastErrors {
  Differences signs;
  std::size_t apart = 0;  ///< intervals with no fraction in common with the judge's
  std::size_t off = 0;    ///< fractions outside of what shapes allow that grow and shrink by 1e-5 of the size
  double worst = 0;       ///< by so much of the motion
};

void count_sign(Differences& signs, const CastMethod& method, std::size_t query, const TrueCast& truth) {
  const bool hit = method.hit(query), undecided = method.undecided(query), true_hit = truth.fractions.lower <= 1;
  signs.hits += hit;
  if (hit == true_hit && !undecided) return;
  if (is_close(truth)) {
    signs.within_rounding += hit != true_hit;
  } else {
    ++(undecided ? signs.undecided : hit ? signs.too_many : signs.lost);
  }
}

/// Of those that hit by what the judge and the method say.
void count_error(CastErrors& errors, const Interval& found, const TrueCast& truth) {
  if (!(found.lower <= 1 && truth.fractions.lower <= 1)) return;
  errors.apart +=
      found.lower > truth.fractions.upper + double_tolerance || found.upper < truth.fractions.lower - double_tolerance;
  const double error = std::max({truth.grown - found.upper, found.lower - truth.shrunk, 0.0});
  errors.off += error > fraction_tolerance;
  errors.worst = std::max(errors.worst, error);
}

/// Takes the bits of both ends into a checksum.
std::uint32_t with_fractions(std::uint32_t checksum, const Interval& fractions) {
  for (const double end : {fractions.lower, fractions.upper}) {
    const auto bits = std::bit_cast<std::uint64_t>(end);
    checksum = with(with(checksum, bits & 0xffffffff), bits >> 32);
  }
  return checksum;
}

/// A workload, the truth about it, and the methods that were asked for so far.
class CastTrial {
 public:
  explicit CastTrial(const CastWorkloadSpec& spec) : workload_(spec.make()), truth_(workload_.query_count()) {
    for (std::size_t q = 0; q < truth_.size(); ++q) truth_[q] = true_cast(workload_, q);
  }

  struct Entry {
    std::unique_ptr<CastMethod> method;
    CastErrors errors;
  };

  /// Prepared, run once and compared with the truth when its row is first asked for.
  Entry& entry(const ShapeCastMethod& spec, Isa isa) {
    Entry& entry = entries_[spec.name];
    if (!entry.method) {
      entry.method = spec.make(workload_, isa);
      entry.method->run();
      entry.errors = compare(*entry.method, spec.answers);
    }
    return entry;
  }

  [[nodiscard]] std::size_t query_count() const { return truth_.size(); }

 private:
  /// The checksum is that of yes and no, where the last bits of a number are the compiler's.
  [[nodiscard]] CastErrors compare(const CastMethod& method, Answers answers) const {
    CastErrors errors;
    for (std::size_t q = 0; q < truth_.size(); ++q) {
      count_sign(errors.signs, method, q, truth_[q]);
      count_error(errors, method.fractions(q), truth_[q]);
      std::uint32_t& checksum = errors.signs.answers;
      if (answers == Answers::exact)
        checksum = with_fractions(checksum, method.fractions(q));
      else if (method.hit(q))
        checksum = with(checksum, q + 1);
    }
    return errors;
  }

  CastWorkload workload_;
  std::vector<TrueCast> truth_;
  std::map<std::string, Entry> entries_;
};

/// That of the latest workload; a row of another workload replaces it.
CastTrial& cast_trial_of(const CastWorkloadSpec& spec) {
  static std::unique_ptr<CastTrial> trial;
  static const CastWorkloadSpec* current = nullptr;
  if (current != &spec) {
    trial.reset();
    trial = std::make_unique<CastTrial>(spec);
    current = &spec;
  }
  return *trial;
}

/// What is wrong with the answers of our own methods; empty if nothing is.
std::string fault(Answers answers, const CastErrors& errors) {
  if (answers == Answers::foreign) return {};
  const std::size_t off = answers == Answers::exact ? errors.apart : errors.off;
  if (errors.signs.lost + errors.signs.too_many + off == 0) return {};
  return "wrong answers: " + std::to_string(errors.signs.lost) + " hits lost, " +
         std::to_string(errors.signs.too_many) + " too many, " + std::to_string(off) + " fractions off";
}

void report(benchmark::State& state, std::size_t queries, const CastErrors& errors, Isa isa) {
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
  count("off", errors.off);
  state.counters["worst"] = errors.worst;
}

void time_row(benchmark::State& state, const CastWorkloadSpec& spec, const ShapeCastMethod& method, Isa isa) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 1);
  CastTrial& trial = cast_trial_of(spec);
  auto& [running, errors] = trial.entry(method, isa);
  if (const std::string message = fault(method.answers, errors); !message.empty()) {
    state.SkipWithError(message.c_str());
    return;
  }
  running->run();  // caches and worker threads are warm before the clock starts
  for ([[maybe_unused]] auto _ : state) running->run();
  report(state, trial.query_count(), errors, isa);
}

}  // namespace

void add_cast_rows(Isa isa) {
  for (const CastWorkloadSpec& spec : cast_workloads())
    for (const ShapeCastMethod& method : shape_cast_methods()) {
      if (!method.takes(spec)) continue;
      const std::string row = std::string("cast/") + spec.name + "/" + method.name;
      benchmark::RegisterBenchmark(
          row.c_str(), [&spec, method, isa](benchmark::State& state) { time_row(state, spec, method, isa); });
    }
}

}  // namespace lockstep::bench
