// The statistics of lockstep-perf beside worked examples and results of SciPy 1.10, recorded with the calls in
// comments.
#include "perf/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace lockstep::tools::perf {
namespace {

using Values = std::vector<double>;

/// Values without an order and without ties.
Values scattered(int count, int factor, int modulus, double offset, double step) {
  Values values;
  for (int i = 0; i < count; ++i) values.push_back(i * factor % modulus + offset + i / step);
  return values;
}

TEST(Median, IsTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median(Values{7}), 7);
  EXPECT_EQ(median(Values{1.7e308, 1.7e308}), 1.7e308);
  EXPECT_EQ(median(Values{3, 1, 2}), 2);
  EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median(Values{5, 5, 1, 9}), 5);
}

// The ages of SciPy's documentation: mannwhitneyu(males, females, method="exact") gives U 17 and p 1/9.
TEST(MannWhitney, AgreesWithTheExampleOfScipy) {
  const RankTest test = mann_whitney(Values{20, 11, 17, 12}, Values{19, 22, 16, 29, 24});
  EXPECT_EQ(test.u, 17);
  EXPECT_NEAR(test.p, 0.1111111111111111, 1e-15);
}

TEST(MannWhitney, IsExactForSmallSamples) {
  // mannwhitneyu(range(20, 30), range(10), method="exact"): 2 / C(20, 10)
  Values low, high;
  for (int i = 0; i < 10; ++i) low.push_back(i), high.push_back(20 + i);
  EXPECT_EQ(mann_whitney(low, high).u, 100);
  EXPECT_NEAR(mann_whitney(low, high).p, 1.082508822446903e-05, 1e-18);
  EXPECT_EQ(mann_whitney(high, low).u, 0);
  EXPECT_EQ(mann_whitney(high, low).p, mann_whitney(low, high).p);
  // mannwhitneyu([3, 4, ..., 15], [1.5, 2.5, 9.5], method="exact")
  const RankTest uneven = mann_whitney(Values{1.5, 2.5, 9.5}, Values{3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15});
  EXPECT_EQ(uneven.u, 30);
  EXPECT_NEAR(uneven.p, 0.1010989010989011, 1e-15);
  // mannwhitneyu([i*53%97 + 18 + i/997 ...], [i*37%101 + i/1000 ...], method="exact"), i from 0 to 29
  const RankTest thirty = mann_whitney(scattered(30, 37, 101, 0, 1000), scattered(30, 53, 97, 18, 997));
  EXPECT_EQ(thirty.u, 569);
  EXPECT_NEAR(thirty.p, 0.07972744952023901, 1e-14);
}

TEST(MannWhitney, CorrectsForTiesAndContinuity) {
  // mannwhitneyu([2, 3, 3, 4, 5, 5, 6, 7], [1, 2, 2, 3, 4, 4, 5], method="asymptotic")
  const RankTest ties = mann_whitney(Values{1, 2, 2, 3, 4, 4, 5}, Values{2, 3, 3, 4, 5, 5, 6, 7});
  EXPECT_EQ(ties.u, 41);
  EXPECT_NEAR(ties.p, 0.14218214848375493, 1e-14);
  // mannwhitneyu([i*i%97 + 12 + i/997 ...], [i*i%101 + i/1000 ...], method="asymptotic"), 40 and 31 values
  Values a, b;
  for (int i = 0; i < 31; ++i) a.push_back(i * i % 101 + i / 1000.0);
  for (int i = 0; i < 40; ++i) b.push_back(i * i % 97 + 12 + i / 997.0);
  EXPECT_EQ(mann_whitney(a, b).u, 732);
  EXPECT_NEAR(mann_whitney(a, b).p, 0.19612446635499825, 1e-14);
}

TEST(MannWhitney, SaysNothingOfEqualValues) {
  EXPECT_EQ(mann_whitney(Values(10, 3.0), Values(10, 3.0)).p, 1);
  EXPECT_EQ(mann_whitney(Values(40, 3.0), Values(10, 3.0)).p, 1);
}

// R's help page of p.adjust has no numbers; these are the steps of Holm 1979 done by hand: 4 * 0.01, 3 * 0.02 = 0.06,
// then 2 * 0.03 and 1 * 0.04 are raised to the value before.
TEST(Holm, MultipliesByTheNumberOfHypothesesThatAreLeft) {
  const Values adjusted = holm(Values{0.03, 0.01, 0.04, 0.02});
  const Values expected = {0.06, 0.04, 0.06, 0.06};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15) << i;
  EXPECT_EQ(holm(Values{}), Values{});
  EXPECT_EQ(holm(Values{0.7, 0.6}), (Values{1, 1}));
}

// Examples 1 and 2 of Welch's test in textbooks' tables; ttest_ind(a, b, equal_var=False) and equal_var=True.
TEST(TTest, AgreesWithScipy) {
  const Values a1 = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
  const Values b1 = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4};
  EXPECT_NEAR(t_test(a1, b1, Variances::unequal), 0.021378001462866985, 1e-13);
  const Values a2 = {17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8};
  const Values b2 = {21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8,
                     20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8};
  EXPECT_NEAR(t_test(a2, b2, Variances::unequal), 0.14884169660532834, 1e-13);
  EXPECT_NEAR(t_test(a2, b2, Variances::equal), 0.04485851653088633, 1e-13);
}

// Student's sleep data (1908), as R's t.test(extra ~ group, data = sleep) prints them: p-value = 0.07939.
TEST(TTest, AgreesWithStudentsSleepData) {
  const Values first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const Values second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  EXPECT_NEAR(t_test(first, second, Variances::unequal), 0.07939414018735823, 1e-14);
  EXPECT_NEAR(t_test(first, second, Variances::equal), 0.07918671421593829, 1e-14);
}

TEST(TTest, TakesConstantSamples) {
  for (const Variances variances : {Variances::equal, Variances::unequal}) {
    EXPECT_EQ(t_test(Values{2, 2}, Values{2, 2, 2}, variances), 1);
    EXPECT_EQ(t_test(Values{2, 2}, Values{3, 3, 3}, variances), 0);
  }
}

// scipy.stats.bootstrap((old, new), ratio of medians, method="percentile", n_resamples=200000): 1.08049 to 1.13065. The
// medians of ten values take few values, hence the tolerance of one step between them.
TEST(Bootstrap, AgreesWithScipy) {
  const Values before = {10.0, 10.2, 9.9, 10.1, 10.4, 9.8, 10.0, 10.3, 10.1, 9.9};
  const Values after = {11.0, 11.4, 10.9, 11.2, 11.1, 10.7, 11.3, 11.5, 11.05, 10.95};
  const Interval interval = bootstrap_ratio(before, after, 0.05, 1);
  EXPECT_NEAR(interval.low, 1.0804878048780486, 0.003);
  EXPECT_NEAR(interval.high, 1.1306532663316584, 0.003);
  const Interval again = bootstrap_ratio(before, after, 0.05, 1);
  EXPECT_EQ(interval.low, again.low);
  EXPECT_EQ(interval.high, again.high);
}

// Lognormal noise of 2 %, a true ratio of 1.05: the interval has to contain it in about 95 % of cases.
TEST(Bootstrap, CoversTheTruth) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 0.02);
  int covered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Values before, after;
    for (int i = 0; i < 10; ++i)
      before.push_back(std::exp(noise(random))), after.push_back(1.05 * std::exp(noise(random)));
    const Interval interval = bootstrap_ratio(before, after, 0.05, 1);
    covered += interval.low <= 1.05 && 1.05 <= interval.high;
  }
  EXPECT_GE(covered, 184);
}

}  // namespace
}  // namespace lockstep::tools::perf
