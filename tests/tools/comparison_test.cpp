// Verdicts of lockstep perf from given times.
#include "perf/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lockstep::tools::perf {
namespace {

/// Ten times a side around 100 ns, the new ones `ratio` as long; `noise` is their relative standard deviation.
Samples samples(const std::string& name, double ratio, double noise, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, noise);
  Samples s;
  s.name = name;
  for (int i = 0; i < 10; ++i) {
    s.old_ns.push_back(100 * std::exp(normal(random)));
    s.new_ns.push_back(100 * ratio * std::exp(normal(random)));
  }
  return s;
}

Samples problem(const std::string& text, bool counts) { return {"broken", false, {}, {}, text, counts}; }

TEST(Judge, TellsSlowerFasterAndSame) {
  const std::vector<Samples> round = {samples("slow", 1.10, 0.01, 1), samples("fast", 0.9, 0.01, 2),
                                      samples("same", 1, 0.01, 3), samples("noisy", 1, 0.2, 4)};
  const auto verdicts = judge(round, 0.03);
  EXPECT_EQ(verdicts[0].verdict, Verdict::slower);
  EXPECT_EQ(verdicts[1].verdict, Verdict::faster);
  EXPECT_EQ(verdicts[2].verdict, Verdict::same);
  EXPECT_EQ(verdicts[3].verdict, Verdict::too_noisy);
  EXPECT_NEAR(verdicts[0].ratio, 1.10, 0.02);
  EXPECT_LT(verdicts[0].interval.low, 1.10);
  EXPECT_GT(verdicts[0].interval.high, 1.10);
  EXPECT_LE(verdicts[0].p, verdicts[0].holm_p);
  EXPECT_EQ(overall(verdicts), Verdict::slower);
}

TEST(Judge, AChangeBelowTheGateIsNoSlowdown) {
  const std::vector<Samples> round = {samples("a", 1.02, 0.002, 1)};
  const Comparison c = judge(round, 0.03)[0];
  EXPECT_LT(c.holm_p, 0.05) << "it is real, but small";
  EXPECT_EQ(c.verdict, Verdict::same);
  EXPECT_EQ(judge(round, 0.01)[0].verdict, Verdict::slower);
}

TEST(Judge, HolmCountsAllBenchmarks) {
  std::vector<Samples> round = {samples("a", 1.05, 0.03, 5)};
  const Comparison alone = judge(round, 0.01)[0];
  for (unsigned i = 0; i < 50; ++i) round.push_back(samples("other", 1, 0.01, 100 + i));
  round.push_back(problem("only the new program has it", false));
  const Comparison among = judge(round, 0.01)[0];
  EXPECT_EQ(alone.p, alone.holm_p);
  EXPECT_EQ(among.p, alone.p);
  EXPECT_NEAR(among.holm_p, std::min(1.0, 51 * alone.p), 1e-12);
}

TEST(Judge, ASlowdownNeedsASecondRound) {
  const std::vector<Samples> first = {samples("real", 1.1, 0.01, 1), samples("chance", 1.1, 0.01, 2),
                                      samples("same", 1, 0.01, 3), samples("doubt", 1.1, 0.01, 4)};
  const auto suspected = judge(first, 0.03);
  ASSERT_TRUE(needs_second_round(suspected));
  const std::vector<Samples> second = {samples("real", 1.1, 0.01, 5), samples("chance", 1, 0.01, 6),
                                       samples("same", 1, 0.01, 7), samples("doubt", 1, 0.3, 8)};
  const auto result = judge_again(first, second, suspected, 0.03);
  ASSERT_EQ(result.size(), 4U);
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_EQ(result[0].ratio, judge(second, 0.03)[0].ratio) << "the fresh round alone counts";
  EXPECT_EQ(result[1].verdict, Verdict::too_noisy);
  EXPECT_EQ(result[1].note, "slower in the first round, which the second did not confirm");
  EXPECT_EQ(result[1].runs, 20U);
  EXPECT_EQ(result[2].verdict, Verdict::same);
  EXPECT_EQ(result[3].verdict, Verdict::too_noisy);
}

TEST(Judge, TheSecondRoundAccusesNobodyNew) {
  const std::vector<Samples> first = {samples("real", 1.1, 0.01, 1), samples("new", 1, 0.01, 2)};
  const std::vector<Samples> second = {samples("real", 1.1, 0.01, 3), samples("new", 1.2, 0.01, 4)};
  const auto result = judge_again(first, second, judge(first, 0.03), 0.03);
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_EQ(result[1].verdict, Verdict::too_noisy);
}

TEST(Judge, WhatFailedInTheSecondRoundIsNotCompared) {
  const std::vector<Samples> first = {samples("a", 1.1, 0.01, 1)};
  const std::vector<Samples> second = {problem("failed in the new program: x", true)};
  const auto result = judge_again(first, second, judge(first, 0.03), 0.03);
  EXPECT_EQ(result[0].verdict, Verdict::not_compared);
  EXPECT_EQ(overall(result), Verdict::too_noisy);
}

TEST(Overall, WhatCannotBeToldIsNotSame) {
  const Samples same = samples("same", 1, 0.01, 3), fast = samples("fast", 0.9, 0.01, 2);
  const auto verdict = [](const std::vector<Samples>& round) { return overall(judge(round, 0.03)); };
  EXPECT_EQ(verdict({same}), Verdict::same);
  EXPECT_EQ(verdict({same, fast}), Verdict::faster);
  EXPECT_EQ(verdict({same, samples("noisy", 1, 0.2, 4)}), Verdict::too_noisy);
  EXPECT_EQ(verdict({same, problem("failed in the new program: x", true)}), Verdict::too_noisy);
  EXPECT_EQ(verdict({same, problem("only the new program has it", false)}), Verdict::same);
}

TEST(NoiseFloor, IsTheSmallestGateAtWhichItIsTheSame) {
  EXPECT_NEAR(noise_floor({0.98, 1.03}), 0.03, 1e-15);
  EXPECT_NEAR(noise_floor({0.8, 1.03}), 0.25, 1e-15);
  const std::vector<Samples> round = {samples("a", 1, 0.02, 9)};
  const double floor = noise_floor(judge(round, 0.03)[0].interval);
  EXPECT_EQ(judge(round, floor * 1.0001)[0].verdict, Verdict::same);
  EXPECT_NE(judge(round, floor * 0.9999)[0].verdict, Verdict::same);
}

/// No differences, 10 benchmarks, 40 comparisons: few first rounds suspect anything, and the second round clears
/// them.
TEST(Judge, SeldomAccusesEqualPrograms) {
  int suspected = 0, accused = 0;
  for (unsigned trial = 0; trial < 40; ++trial) {
    std::vector<Samples> first, second;
    for (unsigned i = 0; i < 10; ++i) {
      first.push_back(samples("a", 1, 0.04, 1000 * trial + i));
      second.push_back(samples("a", 1, 0.04, 1000 * trial + 500 + i));
    }
    const auto comparisons = judge(first, 0.03);
    if (!needs_second_round(comparisons)) continue;
    ++suspected;
    accused += overall(judge_again(first, second, comparisons, 0.03)) == Verdict::slower;
  }
  EXPECT_LE(suspected, 6);
  EXPECT_EQ(accused, 0);
}

}  // namespace
}  // namespace lockstep::tools::perf
