#include "perf/bisect_text.hpp"

#include <algorithm>
#include <cmath>

#include "perf/compare_text.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

/// "by 9.87 % (+9.2 % ... +10.5 %)"
std::string by_how_much(const CommitComparison& c) {
  const auto change = [](double ratio) { return concat(ratio < 1 ? "-" : "+", percent(std::abs(ratio - 1))); };
  return concat("by ", percent(c.ratio - 1), " (95 % interval ", change(c.interval.low), " ... ",
                change(c.interval.high), ")");
}

/// The bound on the probability that any verdict about a commit was wrong.
double doubt(const BisectState& state) {
  double sum = 0;
  for (const TriedCommit& tried : state.tried) sum += tried.level;
  return sum;
}

std::string verdict_text(const BisectState& state) {
  const auto judged = std::count_if(state.tried.begin(), state.tried.end(), [](const auto& t) { return t.runs > 0; });
  const std::string ends = concat("The bad end, ", short_commit(state.question.bad), ", is slower than the good end, ",
                                  short_commit(state.question.good), ", ", by_how_much(*state.ends), ". ");
  if (judged == 0) return ends;
  return concat(ends, judged, judged == 1 ? " commit was" : " commits were",
                " judged on the way, each in turn with the good end and against half of the slowdown; the probability "
                "of any wrong verdict among them is at most ",
                percent(doubt(state)), ". ");
}

/// How much of the whole slowdown the commit explains, if that is not all.
std::string part(const BisectState& state, const std::string& found) {
  constexpr double most = 0.8;
  const double explained = std::log(state.neighbours->ratio) / std::log(state.ends->ratio);
  if (explained >= most) return {};
  return concat("It explains ", percent(std::max(explained, 0.0)),
                " of the slowdown. For the rest bisect again, with --bad ", short_commit(state.before),
                " or with --good ", short_commit(found), ". ");
}

std::string neighbours(const BisectState& state, const BisectOutcome& outcome) {
  if (!state.neighbours) return concat("It was not compared with the commit before it: ", outcome.no_neighbours, ". ");
  const CommitComparison& c = *state.neighbours;
  const std::string runs =
      concat("runs of it and of the commit before it, ", short_commit(state.before), ", ", c.runs, " of each");
  if (c.verdict == Verdict::slower) return concat("Fresh ", runs, ", confirm it. ");
  return concat("But fresh ", runs, ", do not confirm it: ", in_words(c.verdict), ". ");
}

std::string found_text(const Repository& repository, const BisectState& state, const BisectOutcome& outcome) {
  const std::string& found = outcome.suspects[0];
  const std::string much = state.neighbours ? concat(" ", by_how_much(*state.neighbours)) : std::string();
  const std::string sure = is_sure(outcome, state) ? concat("Sure to at least ", percent(1 - doubt(state)), ". ")
                                                   : std::string("Not sure. ");
  return concat(state.benchmark, " became slower", much, " with\n\n    ", found, "\n    ",
                repository.describe(found).substr(short_commit(found).size() + 1), "\n\n", sure, verdict_text(state),
                neighbours(state, outcome), state.neighbours ? part(state, found) : "", "\n");
}

const TriedCommit* tried_of(const BisectState& state, const std::string& commit) {
  const auto found =
      std::find_if(state.tried.begin(), state.tried.end(), [&](const auto& t) { return t.commit == commit; });
  return found == state.tried.end() ? nullptr : &*found;
}

std::string several_text(const Repository& repository, const BisectState& state, const BisectOutcome& outcome) {
  FewLines lines("    ");
  std::string list;
  for (const std::string& commit : outcome.suspects) {
    const TriedCommit* const tried = tried_of(state, commit);
    const std::string side = tried == nullptr ? "bad" : std::string(in_words(tried->side));
    list += lines.next(concat(repository.describe(commit), "\n        ", side,
                              tried == nullptr || tried->note.empty() ? "" : concat(": ", tried->note)));
  }
  return concat(state.benchmark, " became slower with one of ", outcome.suspects.size(),
                " commits, which cannot be distinguished:\n\n", list, lines.rest(), "\n", verdict_text(state), "\n");
}

}  // namespace

bool is_sure(const BisectOutcome& outcome, const BisectState& state) {
  return outcome.suspects.size() == 1 && state.neighbours && state.neighbours->verdict == Verdict::slower;
}

std::string bisect_text(const Repository& repository, const BisectState& state, const BisectOutcome& outcome) {
  std::string text =
      outcome.suspects.size() == 1 ? found_text(repository, state, outcome) : several_text(repository, state, outcome);
  text.erase(text.find_last_not_of(" \n") + 1);
  return text + "\n";
}

}  // namespace lockstep::tools::perf
