// The decisions of lockstep-perf bisect: which side, which commit next, and its state on the disk.
#include "perf/bisect.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "perf/filter.hpp"
#include "support/read_error.hpp"
#include "support/samples_fixture.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools::perf {
namespace {

using test::samples;

TEST(SideOf, TheMiddleOfTheSlowdownDecides) {
  const double half = std::sqrt(1.1);
  EXPECT_EQ(side_of(samples("a", 1.1, 0.01, 1), half, 0.01).side, Side::bad);
  EXPECT_EQ(side_of(samples("a", 1, 0.01, 2), half, 0.01).side, Side::good);
  EXPECT_EQ(side_of(samples("a", 1.02, 0.01, 3), half, 0.01).side, Side::good) << "slower, but by less than half";
  EXPECT_EQ(side_of(samples("a", 1.08, 0.01, 4), half, 0.01).side, Side::bad);
  EXPECT_EQ(side_of(samples("a", half, 0.01, 5), half, 0.001).side, Side::undecided);
  EXPECT_EQ(side_of(samples("a", 1.1, 0.3, 6), half, 0.001).side, Side::undecided);
}

TEST(SideOf, IsWrongNoMoreOftenThanItsLevel) {
  constexpr double level = 0.05;
  constexpr unsigned trials = 2000;
  unsigned wrong = 0;
  for (unsigned i = 0; i < trials; ++i)
    wrong += side_of(samples("a", 1.05, 0.2, i), 1.05, level).side != Side::undecided;
  EXPECT_LE(wrong, trials * level * 1.3) << "at the very middle, where any side is wrong";
  EXPECT_GE(wrong, trials * level * 0.5) << "and not for want of power";
}

TEST(LevelOfVerdict, AllOfThemAddUpToTheProbabilityThatWasAsked) {
  double sum = 0;
  for (std::size_t k = 1; k <= 10'000; ++k) sum += level_of_verdict(0.05, k);
  EXPECT_LT(sum, 0.05);
  EXPECT_NEAR(sum, 0.05, 1e-5);
}

std::vector<Candidate> candidates(std::size_t count) {
  std::vector<Candidate> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back({std::to_string(i), count - i});
  return list;
}

TriedCommit in_vain(const std::string& commit) { return {commit, Side::unbuilt, 0, 1, 1, 0, ""}; }

TEST(NextCommit, IsTheBestThatWasNotTriedAndThenFarFromIt) {
  EXPECT_EQ(next_commit(candidates(8), {}).value(), "0");
  EXPECT_FALSE(next_commit({}, {}));
  std::vector<TriedCommit> tried = {in_vain("0")};
  const int second = std::stoi(next_commit(candidates(100), tried).value());
  EXPECT_GT(second, 10) << "what does not build seldom builds beside it";
  EXPECT_LT(second, 90);
  std::set<std::string> names;
  for (int i = 0; i < 8; ++i) {
    const auto next = next_commit(candidates(8), tried);
    if (!next) break;
    EXPECT_TRUE(names.insert(*next).second);
    tried.push_back(in_vain(*next));
  }
  EXPECT_EQ(names.size(), 7U) << "all others, each once";
  EXPECT_FALSE(next_commit(candidates(8), tried));
}

TEST(WordsOf, BlanksPartAndQuotesKeep) {
  EXPECT_EQ(words_of("--run", " build/bench  --isa=avx2 "), (std::vector<std::string>{"build/bench", "--isa=avx2"}));
  EXPECT_EQ(words_of("--run", "'a b' --x=\"c d\" ''"), (std::vector<std::string>{"a b", "--x=c d", ""}));
  EXPECT_THROW(static_cast<void>(words_of("--run", "  ")), UsageError);
  EXPECT_THROW(static_cast<void>(words_of("--run", "'a")), UsageError);
}

TEST(Only, NamesAreExpressions) {
  const BenchmarkProgram program{"bench", {"--benchmark_filter=x"}, {}, ""};
  const std::vector<std::string> names = {"sort<int>/8", "a.b(c)", "sort<int>/8#2", "x|y"};
  EXPECT_EQ(only(program, names).flags.back(), R"(--benchmark_filter=^(a\.b\(c\)|sort<int>/8|x\|y)$)");
  EXPECT_EQ(only(program, names).flags[0], "--benchmark_filter=x") << "the last one counts";
  const std::vector<std::string> many(1, std::string(200'000, 'x'));
  EXPECT_EQ(only(program, many).flags.size(), 1U) << "no command line takes it";
  BenchmarkProgram other = program;
  other.format = Format::nanobench;
  EXPECT_EQ(only(other, names).flags.size(), 1U) << "a flag of Google Benchmark alone";
  other.format = Format::google;
  EXPECT_EQ(only(other, names).flags.size(), 2U);
  other.is_command = true;
  EXPECT_EQ(only(other, names).flags.size(), 1U) << "it would be the $1 of a command line";
}

const std::string a_commit(40, 'a'), b_commit(40, 'b');

BisectState full_state() {
  BisectState state;
  state.question = {a_commit, b_commit, "make -j2", "bench", {"--x"}, "sort", true, "lines", true};
  state.benchmark = "sort";
  state.ends = CommitComparison{Verdict::slower, false, 1.1, {1.09, 1.11}, 1e-5, 20};
  state.tried = {{b_commit, Side::bad, 0.01, 1.09, 1e-4, 10, ""},
                 {a_commit, Side::unbuilt, 0, 1, 1, 0, "the build failed with exit code 2"}};
  state.built = {a_commit};
  state.before = a_commit;
  state.neighbours = state.ends;
  return state;
}

TEST(BisectState, IsReadBackAsItWas) {
  const std::string text = to_json(full_state());
  const BisectState again = parse_bisect_state(text);
  EXPECT_EQ(to_json(again), text);
  EXPECT_EQ(again.question, full_state().question);
  EXPECT_EQ(again.tried[1].note, "the build failed with exit code 2");
  EXPECT_EQ(again.tried[0].level, 0.01);
  BisectState empty;
  empty.question = full_state().question;
  EXPECT_FALSE(parse_bisect_state(to_json(empty)).ends);
}

TEST(BisectState, DamageIsNamed) {
  const std::string text = to_json(full_state());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string damaged = text;
    const std::size_t at = damaged.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    damaged.replace(at, from.size(), to);
    return test::read_error([&] { static_cast<void>(parse_bisect_state(damaged)); });
  };
  EXPECT_NE(with(R"("good": "aaa)", R"("good": "../)").find("state.good: must be the full name of a commit"),
            std::string::npos);
  EXPECT_NE(with(R"("side": "bad")", R"("side": "odd")").find("state.tried[0].side: cannot be \"odd\""),
            std::string::npos);
  EXPECT_NE(with(R"("ratio": 1.1)", R"("ratio": -1)").find("state.ends.ratio: must lie between"), std::string::npos);
  EXPECT_NE(with(R"("lockstep_perf_bisect": 1)", R"("lockstep_perf_bisect": 2)").find("only version 1"),
            std::string::npos);
  EXPECT_NE(with(R"("flags": [)", R"("flags": [1,)").find("must be a list of strings"), std::string::npos);
  for (std::size_t size = 0; size + 2 < text.size(); size += 7)
    EXPECT_THROW(static_cast<void>(parse_bisect_state(text.substr(0, size))), ReadError) << size;
}

}  // namespace
}  // namespace lockstep::tools::perf
