// Places where the level of a series changed: planted steps among noise, and series without steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "perf/change_points.hpp"

namespace lockstep::tools::test {
namespace {

using perf::ChangePoint;
using perf::find_change_points;

std::vector<std::size_t> places(const std::vector<double>& series, const perf::ChangePointOptions& options = {}) {
  std::vector<std::size_t> list;
  for (const ChangePoint& change : find_change_points(series, options)) list.push_back(change.index);
  return list;
}

using Places = std::vector<std::size_t>;

/// Levels one after the other, with normal noise of a share of each.
std::vector<double> levels(const std::vector<std::pair<int, double>>& parts, double noise, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> series;
  for (const auto& [count, level] : parts)
    for (int i = 0; i < count; ++i) series.push_back(level * std::exp(noise * normal(random)));
  return series;
}

TEST(ChangePoints, TooFewRunsHaveNone) {
  EXPECT_EQ(places({}), Places{});
  EXPECT_EQ(places({1}), Places{});
  EXPECT_EQ(places({1, 1, 2, 2, 2}), Places{});
}

TEST(ChangePoints, AStepOfThreeRunsEachIsFound) {
  const auto found = find_change_points({{1.00, 1.01, 0.99, 2.00, 2.01, 1.99}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].index, 3U);
  EXPECT_EQ(found[0].before, 1.00);
  EXPECT_EQ(found[0].after, 2.00);
  EXPECT_NEAR(found[0].change(), 1.0, 1e-12);
  EXPECT_LT(found[0].p, 1e-4);
}

TEST(ChangePoints, WhatNeverVariesHasLevelsAllTheSame) {
  EXPECT_EQ(places(std::vector<double>(1000, 0.1)), Places{});
  std::vector<double> step(20, 0.1);
  step.resize(40, 0.11);
  EXPECT_EQ(places(step), Places{20});
  EXPECT_EQ(find_change_points(step)[0].p, 0);
}

/// The Nile at Aswan, 1871 to 1970 (Cobb, "The problem of the Nile", Biometrika 65, 1978): all studies found that it
/// fell after 1898.
TEST(ChangePoints, TheNileFellBehind1898) {
  const std::vector<double> nile = {
      1120, 1160, 963,  1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110, 994, 1020, 960,  1180,
      799,  958,  1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774,  840,  874, 694,  940,  833,
      701,  916,  692,  1020, 1050, 969,  831,  726,  456,  824,  702,  1120, 1100, 832, 764,  821,  768,
      845,  864,  862,  698,  845,  744,  796,  1040, 759,  781,  865,  845,  944,  984, 897,  822,  1010,
      771,  676,  649,  846,  812,  742,  801,  1040, 860,  874,  848,  890,  744,  749, 838,  1050, 918,
      986,  797,  923,  975,  815,  1020, 906,  901,  1170, 912,  746,  919,  718,  714, 740};
  ASSERT_EQ(nile.size(), 100U);
  const auto found = find_change_points(nile);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(1871 + found[0].index, 1899U);
  EXPECT_NEAR(found[0].before, 1120, 20);
  EXPECT_NEAR(found[0].change(), -0.24, 0.02);
}

TEST(ChangePoints, UpAndDownAgainAreTwo) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    SCOPED_TRACE(seed);
    const auto found = find_change_points(levels({{20, 1}, {8, 1.2}, {20, 1}}, 0.01, seed));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].index, 20U);
    EXPECT_EQ(found[1].index, 28U);
    EXPECT_NEAR(found[0].change(), 0.2, 0.02);
    EXPECT_NEAR(found[1].change(), -0.1667, 0.02);
  }
}

/// Histories of many windows, with changes within, across and at the ends of them.
TEST(ChangePoints, LongHistoriesKeepEachChangeOnce) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    const auto series = levels({{25, 1}, {50, 1.1}, {3, 2}, {200, 1}, {24, 0.9}, {26, 1.05}, {5, 1.3}}, 0.01, seed);
    EXPECT_EQ(places(series), (Places{25, 75, 78, 278, 302, 328}));
  }
}

TEST(ChangePoints, OneOrTwoRunsThatStandOutAreNoChange) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    auto series = levels({{60, 1}}, 0.02, seed);
    const std::size_t at = seed % 60;
    series[at] *= 3;
    if (seed % 2 == 0 && at + 1 < series.size()) series[at + 1] *= 2.5;
    EXPECT_EQ(places(series), Places{}) << at;
  }
}

/// Nor do they hide one.
TEST(ChangePoints, AStepBesideASpikeIsFound) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    auto series = levels({{30, 1}, {10, 1.1}}, 0.01, seed);
    series[(seed * 7) % 40] *= 5;
    const auto found = find_change_points(series);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(static_cast<double>(found[0].index), 30, 1);
  }
}

/// A p of 0.001 is for a series, with the change anywhere in it. It does not hold exactly: outliers are replaced
/// before.
TEST(ChangePoints, NoiseAloneSeldomHasAny) {
  int found = 0;
  constexpr int trials = 1000;
  for (std::uint64_t seed = 1; seed <= trials; ++seed)
    found += !find_change_points(levels({{40, 1}}, 0.05, seed), {0.001, 0}).empty();
  EXPECT_LE(found, 6) << "of " << trials;
}

TEST(ChangePoints, StepsOfFiveSigmaAreFoundWithinFiveRuns) {
  int found = 0, near = 0;
  constexpr int trials = 200;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    const Places list = places(levels({{20, 1}, {5, 1.1}}, 0.02, seed));
    found += list.size() == 1;
    near += list.size() == 1 && list[0] >= 19 && list[0] <= 21;
  }
  EXPECT_GE(found, 180) << "of " << trials;
  EXPECT_GE(near, found - 5);
}

/// A slope is not a level: it is cut into steps, all in its direction.
TEST(ChangePoints, ARampIsStepsOfOneSign) {
  std::vector<double> series = levels({{100, 1}}, 0.01, 7);
  for (std::size_t i = 0; i < series.size(); ++i) series[i] *= 1 + 0.005 * static_cast<double>(i);
  const auto found = find_change_points(series);
  EXPECT_GE(found.size(), 3U);
  EXPECT_LE(found.size(), 12U);
  for (const ChangePoint& change : found) EXPECT_GT(change.change(), 0) << change.index;
}

TEST(ChangePoints, TheGateLeavesOutSmallOnes) {
  const auto series = levels({{50, 1}, {50, 1.02}}, 0.002, 3);
  EXPECT_EQ(places(series), Places{});
  EXPECT_EQ(places(series, {0.001, 0.01}), Places{50});
}

/// The gate is a share of the smaller level: 1 -> 0.8 is as large as 0.8 -> 1.
TEST(ChangePoints, BackwardsItFindsTheSame) {
  auto series = levels({{20, 1}, {15, 1.04}, {20, 0.8}}, 0.005, 9);
  EXPECT_EQ(places(series), (Places{20, 35}));
  std::reverse(series.begin(), series.end());
  EXPECT_EQ(places(series), (Places{20, 35}));
}

/// Figures are times in ns or shares of another: the unit must not matter.
TEST(ChangePoints, TheUnitDoesNotMatter) {
  const auto series = levels({{20, 1}, {20, 1.1}}, 0.02, 11);
  const auto once = find_change_points(series);
  for (const double unit : {1e-12, 1e12}) {
    auto scaled = series;
    for (double& x : scaled) x *= unit;
    const auto again = find_change_points(scaled);
    ASSERT_EQ(again.size(), once.size());
    EXPECT_EQ(again[0].index, once[0].index);
    EXPECT_NEAR(again[0].p / once[0].p, 1, 1e-6);
  }
}

}  // namespace
}  // namespace lockstep::tools::test
