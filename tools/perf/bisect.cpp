#include "perf/bisect.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "output/progress.hpp"
#include "perf/compare_text.hpp"
#include "perf/exit_codes.hpp"
#include "perf/filter.hpp"
#include "perf/schedule.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

const TriedCommit* find_tried(std::span<const TriedCommit> tried, const std::string& commit) {
  const auto found = std::find_if(tried.begin(), tried.end(), [&](const auto& t) { return t.commit == commit; });
  return found == tried.end() ? nullptr : &*found;
}

CommitComparison as_comparison(const Comparison& c) { return {c.verdict, c.wall, c.ratio, c.interval, c.p, c.runs}; }

const Comparison* find_benchmark(const MeasuredComparison& result, const std::string& name) {
  const auto& list = result.benchmarks;
  const auto found = std::find_if(list.begin(), list.end(), [&](const Comparison& c) { return c.name == name; });
  return found == list.end() ? nullptr : &*found;
}

/// The one that was asked for, else the only one that is slower; null if none is.
const Comparison* choose_benchmark(const MeasuredComparison& result, const std::string& asked) {
  if (!asked.empty()) return find_benchmark(result, asked);
  const Comparison* chosen = nullptr;
  std::string names;
  std::size_t slower = 0;
  for (const Comparison& c : result.benchmarks) {
    if (c.verdict != Verdict::slower) continue;
    names += concat(++slower == 1 ? "" : ", ", c.name, " (", percent(c.ratio - 1), ")");
    chosen = &c;
  }
  if (slower > 1)
    throw UsageError(concat(slower, " benchmarks are slower, maybe by different commits; name one with --benchmark: ",
                            printable(names, 2000)));
  return chosen;
}

void check_is_there(std::span<const std::string> names, const std::string& asked) {
  if (asked.empty() || std::find(names.begin(), names.end(), asked) != names.end()) return;
  std::string list;
  for (const std::string& name : names) list += concat(list.empty() ? "" : ", ", name);
  throw UsageError(concat("--benchmark: ", quoted_word(asked), " is not a benchmark of both ends; they have ",
                          printable(list, 2000)));
}

class Bisection {
 public:
  Bisection(const Repository& repository, const Checkouts& checkouts, const BisectOptions& options, BisectState& state,
            const BisectHooks& hooks)
      : repository_(repository), checkouts_(checkouts), options_(options), state_(state), hooks_(hooks) {}

  BisectOutcome run() {
    BisectOutcome outcome;
    if (!state_.ends) {
      build_end("--good", state_.question.good);
      build_end("--bad", state_.question.bad);
      outcome.ends = compare_ends();
      if (!state_.ends) return outcome;
    }
    std::vector<Candidate> others = other_suspects();
    for (std::optional<std::string> next; (next = next_commit(others, state_.tried)); others = other_suspects()) {
      hooks_.note(concat(others.size() + 1, " commits may have done it; trying ", repository_.describe(*next)));
      state_.tried.push_back(try_commit(*next));
      hooks_.save();
      note_about(state_.tried.back());
    }
    outcome.suspects = {worst()};
    for (const Candidate& other : others) outcome.suspects.push_back(other.commit);
    if (others.empty() && !state_.neighbours) outcome.no_neighbours = compare_neighbours();
    return outcome;
  }

 private:
  /// The last commit that was found to be bad: each is an ancestor of those before it.
  [[nodiscard]] std::string worst() const {
    std::string commit = state_.question.bad;
    for (const TriedCommit& tried : state_.tried)
      if (tried.side == Side::bad) commit = tried.commit;
    return commit;
  }

  /// Those that may have made it slower, besides the worst.
  [[nodiscard]] std::vector<Candidate> other_suspects() const {
    std::vector<std::string> good = {state_.question.good};
    for (const TriedCommit& tried : state_.tried)
      if (tried.side == Side::good) good.push_back(tried.commit);
    const std::string bad = worst();
    std::vector<Candidate> list = repository_.candidates(bad, good, state_.question.first_parent);
    std::erase_if(list, [&](const Candidate& candidate) { return candidate.commit == bad; });
    return list;
  }

  [[nodiscard]] bool is_built(const std::string& commit) const {
    return std::find(state_.built.begin(), state_.built.end(), commit) != state_.built.end() && checkouts_.has(commit);
  }

  /// Returns why it failed; nothing if the program is there.
  std::optional<std::string> build(const std::string& commit) {
    if (is_built(commit)) return std::nullopt;
    std::erase(state_.built, commit);
    std::optional<std::string> problem = checkouts_.build(commit);
    if (!problem) state_.built.push_back(commit);
    hooks_.save();
    return problem;
  }

  void build_end(const char* option, const std::string& commit) {
    if (!is_built(commit)) hooks_.note(concat("building ", option, ", ", repository_.describe(commit)));
    if (const std::optional<std::string> problem = build(commit))
      throw MeasurementError(concat(option, ": ", short_commit(commit), ": ", *problem));
  }

  [[nodiscard]] Contestants programs(const std::string& before, const std::string& after) const {
    Contestants programs{checkouts_.program(before), checkouts_.program(after)};
    const std::string& name = state_.benchmark.empty() ? state_.question.benchmark : state_.benchmark;
    for (BenchmarkProgram* program : {&programs.before, &programs.after}) {
      program->flags.insert(program->flags.end(), state_.question.flags.begin(), state_.question.flags.end());
      if (!name.empty()) *program = only(std::move(*program), std::span(&name, 1));
    }
    return programs;
  }

  /// Chooses the benchmark, if it is slower at the bad end.
  MeasuredComparison compare_ends() {
    hooks_.note("comparing the two ends");
    MeasuredComparison result =
        compare(programs(state_.question.good, state_.question.bad), options_.measure, true,
                [&](std::span<const std::string> names) { check_is_there(names, state_.question.benchmark); });
    const Comparison* const chosen = choose_benchmark(result, state_.question.benchmark);
    if (chosen == nullptr || chosen->verdict != Verdict::slower) return result;
    state_.benchmark = chosen->name;
    state_.ends = as_comparison(*chosen);
    hooks_.save();
    hooks_.note(concat(chosen->name, ": the bad end is slower by ", percent(chosen->ratio - 1)));
    return result;
  }

  TriedCommit try_commit(const std::string& commit) {
    TriedCommit tried;
    tried.commit = commit;
    build_end("--good", state_.question.good);
    if (const std::optional<std::string> problem = build(commit)) {
      tried.side = Side::unbuilt;
      tried.note = *problem;
      return tried;
    }
    const auto before =
        std::count_if(state_.tried.begin(), state_.tried.end(), [](const auto& t) { return t.runs > 0; });
    tried.level = level_of_verdict(options_.p, static_cast<std::size_t>(before) + 1);
    try {
      measure(programs(state_.question.good, commit), tried);
    } catch (const MeasurementError& error) {
      // Is it the commit that fails, or everything? This throws if the good end fails too.
      static_cast<void>(run_benchmark_program(programs(state_.question.good, commit).before, {}));
      tried = {commit, Side::unmeasured, 0, 1, 1, 0, error.what()};
    }
    return tried;
  }

  /// Runs both in turn until the commit's side is clear, or the runs or the time are up.
  void measure(const Contestants& contestants, TriedCommit& tried) {
    const WarmUp warm = warm_up(contestants, [] {});
    const MeasureOptions& how = options_.measure;
    const bool wall = goes_by_wall_time(warm.before.output) || goes_by_wall_time(warm.after.output);
    const std::vector<int> cpus = cpus_for(wall, how);
    Schedule schedule(how.runs, true, how.until_decided, how.most_runs);
    Samples all;
    std::vector<std::string> ignored;
    for (std::size_t look = 0;; ++look) {
      const auto begin = Clock::now();
      const std::size_t runs = schedule.runs(look);
      Progress progress(concat(short_commit(tried.commit), ", run"), 2 * runs);
      const Round round = run_round(contestants, runs, cpus, schedule.end(), [&] { progress.advance(); });
      if (look == 0) schedule.plan_looks(Clock::now() - begin, 1, ignored);
      all = look == 0 ? samples_in(round) : joined(all, samples_in(round));
      judge(all, tried, tried.level / static_cast<double>(schedule.plan().runs.size()));
      if (all.wall && !how.allow_busy && is_busy(round.foreign_load)) {
        tried.side = Side::undecided;
        tried.note = "wall time, while other programs kept the processors busy";
      }
      if (tried.is_decided() || schedule.is_last(look)) return;
    }
  }

  [[nodiscard]] Samples samples_in(const Round& round) const {
    const auto found = std::find_if(round.samples.begin(), round.samples.end(),
                                    [&](const Samples& s) { return s.name == state_.benchmark; });
    if (found == round.samples.end()) throw MeasurementError(concat(state_.benchmark, ": is not there"));
    if (!found->problem.empty()) throw MeasurementError(concat(state_.benchmark, ": ", found->problem));
    return *found;
  }

  void judge(const Samples& all, TriedCommit& tried, double level) const {
    const SideTest test = side_of(all, std::sqrt(state_.ends->ratio), level);
    tried.side = test.side;
    tried.p = test.p;
    tried.runs = all.new_ns.size();
    tried.ratio = median(all.new_ns) / median(all.old_ns);
    tried.note.clear();
  }

  void note_about(const TriedCommit& tried) const {
    char change[40];
    std::snprintf(change, sizeof change, "%+.2f %%", 100 * (tried.ratio - 1));
    const std::string figures =
        tried.runs > 0 ? concat(", ", change, " to the good end after ", tried.runs, " runs") : std::string();
    hooks_.note(concat(short_commit(tried.commit), ": ", in_words(tried.side), figures, tried.note.empty() ? "" : ": ",
                       tried.note));
  }

  /// Compares the found commit with the one before it. Returns why it could not.
  std::string compare_neighbours() {
    const std::string found = worst(), before = repository_.parents(found).at(0);
    if (found == state_.question.bad && before == state_.question.good) {
      state_.neighbours = state_.ends;
    } else {
      if (const std::optional<std::string> problem = build(before)) return *problem;
      if (const std::optional<std::string> problem = build(found)) return *problem;
      hooks_.note(concat("comparing ", short_commit(found), " with the commit before it"));
      try {
        const MeasuredComparison result =
            compare(programs(before, found), options_.measure, true, [](std::span<const std::string>) {});
        const Comparison* const row = find_benchmark(result, state_.benchmark);
        if (row == nullptr || row->runs == 0) return row == nullptr ? "the benchmark is not there" : row->note;
        state_.neighbours = as_comparison(*row);
      } catch (const MeasurementError& error) {
        return error.what();
      }
    }
    state_.before = before;
    hooks_.save();
    return {};
  }

  const Repository& repository_;
  const Checkouts& checkouts_;
  const BisectOptions& options_;
  BisectState& state_;
  const BisectHooks& hooks_;
};

}  // namespace

double level_of_verdict(double p, std::size_t k) {
  const auto count = static_cast<double>(k);
  return p / (count * (count + 1));
}

SideTest side_of(const Samples& samples, double half, double level) {
  std::vector<double> middle = samples.old_ns;
  for (double& ns : middle) ns *= half;
  const RankTest test = mann_whitney(middle, samples.new_ns);
  if (test.p >= level) return {Side::undecided, test.p};
  const double pairs = static_cast<double>(middle.size()) * static_cast<double>(samples.new_ns.size());
  return {test.u > pairs / 2 ? Side::bad : Side::good, test.p};
}

std::optional<std::string> next_commit(std::span<const Candidate> candidates, std::span<const TriedCommit> tried) {
  constexpr double golden = 0.6180339887498949;  // its multiples spread evenly
  std::vector<const Candidate*> left;
  for (const Candidate& candidate : candidates)
    if (find_tried(tried, candidate.commit) == nullptr) left.push_back(&candidate);
  if (left.empty()) return std::nullopt;
  const std::size_t in_vain = candidates.size() - left.size();
  if (find_tried(tried, candidates[0].commit) == nullptr) return left[0]->commit;
  const double part = std::fmod(golden * static_cast<double>(in_vain), 1);
  const auto place = static_cast<std::size_t>(static_cast<double>(left.size()) * std::pow(part, 1.5));
  return left[std::min(place, left.size() - 1)]->commit;
}

BisectOutcome bisect(const Repository& repository, const Checkouts& checkouts, const BisectOptions& options,
                     BisectState& state, const BisectHooks& hooks) {
  return Bisection(repository, checkouts, options, state, hooks).run();
}

}  // namespace lockstep::tools::perf
