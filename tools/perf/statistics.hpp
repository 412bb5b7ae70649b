// Statistics that separate a change from noise. Distributions are those of Boost.Math; the tests compare with SciPy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::tools::perf {

/// Of at least one value; the mean of the middle two if there are two.
[[nodiscard]] double median(std::span<const double> values);

struct Interval {
  double low, high;
};

/// Interval for median(b) / median(a) that misses with probability `alpha`, by the bootstrap: both samples are
/// resampled 9999 times, and the interval lies between percentiles of the ratios (Efron & Tibshirani, An Introduction
/// to the Bootstrap, 1993, chapter 13). Not BCa: its acceleration comes from the jackknife, which is inconsistent for
/// medians (ibid., 11.6). The same values and seed give the same interval. Values are positive.
[[nodiscard]] Interval bootstrap_ratio(std::span<const double> a, std::span<const double> b, double alpha,
                                       std::uint64_t seed);

struct RankTest {
  double u;  ///< of the second sample: the number of pairs in which it exceeds the first, with ties counted half
  double p;  ///< two-sided
};

/// Mann-Whitney U. Exact up to 30 values a side if none are equal, else by the normal distribution with corrections for
/// ties and continuity (SciPy's method="exact" and "asymptotic").
[[nodiscard]] RankTest mann_whitney(std::span<const double> a, std::span<const double> b);

/// Adjusted p-values of a family of tests, in their order (Holm 1979).
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

enum class Variances { equal, unequal };  ///< Student's test, Welch's test

/// Two-sided p-value of the hypothesis that both means are the same; at least two values a side. Samples without any
/// variance have p 1 if they are the same, else 0.
[[nodiscard]] double t_test(std::span<const double> a, std::span<const double> b, Variances variances);

}  // namespace lockstep::tools::perf
