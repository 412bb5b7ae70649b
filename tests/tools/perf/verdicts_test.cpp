// Verdicts of lockstep-perf from given times.
#include "perf/verdicts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/samples_fixture.hpp"

namespace lockstep::tools::perf {
namespace {

using test::problem;
using test::samples;

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

TEST(Overall, WhatCannotBeToldIsNotSame) {
  const Samples same = samples("same", 1, 0.01, 3), fast = samples("fast", 0.9, 0.01, 2);
  const auto verdict = [](const std::vector<Samples>& round) { return overall(judge(round, 0.03)); };
  EXPECT_EQ(verdict({same}), Verdict::same);
  EXPECT_EQ(verdict({same, fast}), Verdict::faster);
  EXPECT_EQ(verdict({same, samples("noisy", 1, 0.2, 4)}), Verdict::too_noisy);
  EXPECT_EQ(verdict({same, problem("failed in the new program: x", true)}), Verdict::not_compared) << "no noise";
  EXPECT_EQ(verdict({samples("noisy", 1, 0.2, 4), problem("failed", true)}), Verdict::not_compared);
  EXPECT_EQ(verdict({samples("slow", 1.2, 0.01, 4), problem("failed", true)}), Verdict::slower);
  EXPECT_EQ(verdict({problem("failed in both programs: x", false)}), Verdict::not_compared) << "nothing is";
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

}  // namespace
}  // namespace lockstep::tools::perf
