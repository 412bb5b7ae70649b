// The common part of rows of methods that answer with an interval: the trial of a workload, and its counters.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <lockstep/distance.hpp>

#include "rows/trial.hpp"

namespace lockstep::bench {

/// Adds the bits of both ends to a checksum.
inline std::uint32_t with_bits(std::uint32_t checksum, const Interval& interval) {
  for (const double end : {interval.lower, interval.upper}) {
    const auto bits = std::bit_cast<std::uint64_t>(end);
    checksum = with(with(checksum, bits & 0xffffffff), bits >> 32);
  }
  return checksum;
}

inline void count_sign(Differences& signs, const Method& method, std::size_t query, bool true_hit, bool is_close) {
  const bool hit = method.hit(query), undecided = method.undecided(query);
  signs.hits += hit;
  if (hit == true_hit && !undecided) return;
  if (is_close) {
    signs.within_rounding += hit != true_hit;
  } else {
    ++(undecided ? signs.undecided : hit ? signs.too_many : signs.lost);
  }
}

/// A workload, the truth about it, and the methods that were run so far. `Job` defines the measurement:
///
///   Workload, Spec, Method, MethodSpec, Truth, Errors
///   truth(workload, query), is_hit(truth), answer(method, query)
///   what                                                 in words
///
/// `Errors` has `signs`, count(answer, truth), off(Answers) and report(counters).
template <class Job>
class MeasuredTrial {
 public:
  using Errors = typename Job::Errors;

  explicit MeasuredTrial(const typename Job::Spec& spec) : workload_(spec.make()), truth_(workload_.query_count()) {
    for (std::size_t q = 0; q < truth_.size(); ++q) truth_[q] = Job::truth(workload_, q);
  }

  struct Entry {
    std::unique_ptr<typename Job::Method> method;
    Errors errors;
  };

  /// Prepared, run once and compared with the truth when its row is first run.
  Entry& entry(const std::string& row, const typename Job::MethodSpec& spec, Isa isa) {
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
  /// The checksum covers yes and no only, because the last bits of numbers depend on the compiler.
  [[nodiscard]] Errors compare(const typename Job::Method& method, Answers answers) const {
    Errors errors;
    for (std::size_t q = 0; q < truth_.size(); ++q) {
      count_sign(errors.signs, method, q, Job::is_hit(truth_[q]), is_close(truth_[q]));
      const Interval found = Job::answer(method, q);
      errors.count(found, truth_[q]);
      std::uint32_t& checksum = errors.signs.answers;
      if (answers == Answers::exact)
        checksum = with_bits(checksum, found);
      else if (method.hit(q))
        checksum = with(checksum, q + 1);
    }
    return errors;
  }

  typename Job::Workload workload_;
  std::vector<typename Job::Truth> truth_;
  std::map<std::string, Entry> entries_;
};

/// The trial of the latest workload; a row of another workload replaces it.
template <class Job>
MeasuredTrial<Job>& trial_of(const typename Job::Spec& spec) {
  static std::unique_ptr<MeasuredTrial<Job>> trial;
  static const typename Job::Spec* current = nullptr;
  if (current != &spec) {
    trial.reset();
    trial = std::make_unique<MeasuredTrial<Job>>(spec);
    current = &spec;
  }
  return *trial;
}

/// The errors of our own methods' answers; empty if there are none.
template <class Job>
std::string fault(Answers answers, const typename Job::Errors& errors) {
  if (answers == Answers::foreign) return {};
  const std::size_t off = errors.off(answers);
  if (errors.signs.lost + errors.signs.too_many + off == 0) return {};
  return "wrong answers: " + std::to_string(errors.signs.lost) + " hits lost, " +
         std::to_string(errors.signs.too_many) + " too many, " + std::to_string(off) + " " + Job::what + " off";
}

/// The counters of all such rows.
inline void report(benchmark::State& state, std::size_t queries, const Differences& signs, Isa isa) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  const auto count = [&](const char* counter, std::size_t value) {
    state.counters[counter] = static_cast<double>(value);
  };
  count("queries", queries);
  count("hits", signs.hits);
  count("close", signs.within_rounding);
  count("lost", signs.lost);
  count("too_many", signs.too_many);
  count("undecided", signs.undecided);
  count("answers", signs.answers);
  count("bytes", 0);
}

/// Times one row, with counters of errors beside those of all rows.
template <class Job>
void time_row(benchmark::State& state, const std::string& row, const typename Job::Spec& spec,
              const typename Job::MethodSpec& method, Isa isa, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  MeasuredTrial<Job>& trial = trial_of<Job>(spec);
  auto& [running, errors] = trial.entry(row, method, isa);
  if (const std::string message = fault<Job>(method.answers, errors); !message.empty()) {
    state.SkipWithError(message.c_str());
    return;
  }
  running->run();  // caches and worker threads are warm before the clock starts
  for ([[maybe_unused]] auto _ : state) running->run();
  report(state, trial.query_count(), errors.signs, isa);
  errors.report(state.counters);
}

}  // namespace lockstep::bench
