// A factor that all benchmarks share is likely the machine's.
#include "perf/common_factor.hpp"

#include <gtest/gtest.h>

#include "support/samples_fixture.hpp"

namespace lockstep::tools::perf {
namespace {

using test::samples;
using test::usual_gate;

std::optional<CommonFactor> common(const std::vector<double>& ratios, double noise = 0.01, unsigned seed = 1) {
  std::vector<Samples> round;
  for (const double ratio : ratios) round.push_back(samples("a", ratio, noise, seed++));
  round.push_back(test::problem("only the new program has it", false));
  return common_factor(judge(round, usual_gate), usual_gate);
}

TEST(CommonFactor, IsWhatAllBenchmarksShare) {
  const auto slower = common({1.08, 1.09, 1.07, 1.08});
  ASSERT_TRUE(slower);
  EXPECT_NEAR(slower->ratio, 1.08, 0.02);
  EXPECT_EQ(slower->compared, 4U);
  EXPECT_EQ(slower->benchmarks.size(), 4U);
  const auto faster = common({0.92, 0.91, 0.93});
  ASSERT_TRUE(faster);
  EXPECT_NEAR(faster->ratio, 0.92, 0.02);
}

TEST(CommonFactor, OfOneOrTwoNothingCanBeSaid) {
  EXPECT_FALSE(common({1.08}));
  EXPECT_FALSE(common({1.08, 1.08}));
}

TEST(CommonFactor, NeedsAllOnOneSide) {
  EXPECT_FALSE(common({1.08, 1.08, 1.08, 0.95}));
  EXPECT_FALSE(common({1.1, 1, 1, 1, 1}, 0.002)) << "one of them is slower";
}

TEST(CommonFactor, IsOneFactor) { EXPECT_FALSE(common({1.05, 1.2, 1.5, 3})) << "all slower, each for itself"; }

TEST(CommonFactor, WhatStandsOutIsNotExplainedByIt) {
  const auto found = common({1.06, 1.06, 1.06, 1.4, 1.06, 1.06});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->benchmarks, (std::vector<std::size_t>{0, 1, 2, 4, 5}));
}

TEST(CommonFactor, IsSeldomSeenInEqualPrograms) {
  int seen = 0;
  for (unsigned trial = 0; trial < 40; ++trial) seen += common({1, 1, 1}, 0.03, 100 * trial).has_value();
  EXPECT_LE(seen, 2);
}

}  // namespace
}  // namespace lockstep::tools::perf
