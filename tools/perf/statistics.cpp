#include "perf/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "text/random.hpp"

namespace lockstep::tools::perf {
namespace {

/// Reorders `values`.
double median_in_place(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);  // no overflow, even for 1e308 and more
}

double median_of_redrawn(std::span<const double> values, std::span<double> room, Random& random) {
  for (double& value : room) value = values[random.below(values.size())];
  return median_in_place(room);
}

struct Ranks {
  double sum_of_second = 0;
  double ties = 0;  ///< sum of t^3 - t over groups of t equal values
};

Ranks rank(std::span<const double> a, std::span<const double> b) {
  std::vector<std::pair<double, bool>> all;
  for (const double value : a) all.emplace_back(value, false);
  for (const double value : b) all.emplace_back(value, true);
  std::sort(all.begin(), all.end());
  Ranks ranks;
  for (std::size_t first = 0, last; first < all.size(); first = last) {
    std::size_t of_second = 0;
    for (last = first; last < all.size() && all[last].first == all[first].first; ++last) of_second += all[last].second;
    const auto group = static_cast<double>(last - first);
    ranks.sum_of_second += static_cast<double>(of_second) * static_cast<double>(first + 1 + last) / 2;
    ranks.ties += group * group * group - group;
  }
  return ranks;
}

/// P(U >= u) if all orders are equally likely: the number of choices of `m` of the ranks 1 to m + n with a given sum,
/// counted rank by rank. All terms are positive, so nothing cancels.
double exact_tail(std::size_t m, std::size_t n, double u) {
  const std::size_t most = m * n;
  // ways[k * (most + 1) + s]: the number of choices of k ranks whose sum is s above the least possible one.
  std::vector<double> ways((m + 1) * (most + 1), 0);
  ways[0] = 1;
  for (std::size_t rank = 1; rank <= m + n; ++rank)
    for (std::size_t k = std::min(rank, m); k >= 1; --k) {
      const std::size_t above = rank - k;  // the excess of this rank if it is the k-th one
      for (std::size_t s = most + 1; s-- > above;) ways[k * (most + 1) + s] += ways[(k - 1) * (most + 1) + s - above];
    }
  const auto row = ways.begin() + static_cast<std::ptrdiff_t>(m * (most + 1));
  const auto tail = row + static_cast<std::ptrdiff_t>(std::ceil(u));
  return std::accumulate(tail, ways.end(), 0.0) / std::accumulate(row, ways.end(), 0.0);
}

double normal_tail(double m, double n, double u, double ties) {
  const double all = m + n;
  const double variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return 0.5;  // all values are the same
  const double z = (u - m * n / 2 - 0.5) / std::sqrt(variance);
  return boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

struct Moments {
  double count, mean, variance;
};

Moments moments_of(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {count, mean, squares / (count - 1)};
}

}  // namespace

double median(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  return median_in_place(copy);
}

Interval bootstrap_ratio(std::span<const double> a, std::span<const double> b, double alpha, std::uint64_t seed) {
  constexpr std::size_t draws = 9999;
  // Half of alpha on either side, of draws + 1: 250 for 5 %.
  const auto outside = static_cast<std::size_t>(std::max(1.0, std::floor((draws + 1) * alpha / 2 + 1e-9)));
  Random random(seed);
  std::vector<double> room_a(a.size()), room_b(b.size()), ratios(draws);
  for (double& ratio : ratios) {
    const double divisor = median_of_redrawn(a, room_a, random);
    ratio = median_of_redrawn(b, room_b, random) / divisor;
  }
  std::sort(ratios.begin(), ratios.end());
  return {ratios[outside - 1], ratios[draws - outside]};
}

RankTest mann_whitney(std::span<const double> a, std::span<const double> b) {
  constexpr std::size_t most_exact = 30;
  const auto m = static_cast<double>(b.size()), n = static_cast<double>(a.size());
  const Ranks ranks = rank(a, b);
  const double u = ranks.sum_of_second - m * (m + 1) / 2;
  const double larger = std::max(u, m * n - u);
  const bool exact = ranks.ties == 0 && std::max(a.size(), b.size()) <= most_exact;
  const double tail = exact ? exact_tail(b.size(), a.size(), larger) : normal_tail(m, n, larger, ranks.ties);
  return {u, std::min(1.0, 2 * tail)};
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(p.size() - i) * p[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

double t_test(std::span<const double> a, std::span<const double> b, Variances variances) {
  const Moments x = moments_of(a), y = moments_of(b);
  double square = x.variance / x.count + y.variance / y.count;  // of the standard error of the difference
  double freedom = x.count + y.count - 2;
  if (variances == Variances::equal) {
    const double pooled = ((x.count - 1) * x.variance + (y.count - 1) * y.variance) / freedom;
    square = pooled * (1 / x.count + 1 / y.count);
  } else if (square > 0) {
    const auto share = [](const Moments& s) { return s.variance / s.count * (s.variance / s.count) / (s.count - 1); };
    freedom = square * square / (share(x) + share(y));
  }
  if (!(square > 0)) return x.mean == y.mean ? 1 : 0;
  const double t = std::abs(x.mean - y.mean) / std::sqrt(square);
  return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t)));
}

}  // namespace lockstep::tools::perf
