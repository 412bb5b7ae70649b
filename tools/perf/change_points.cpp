#include "perf/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "perf/statistics.hpp"

namespace lockstep::tools::perf {
namespace {

using Values = std::span<const double>;

/// Older runs say nothing about a change now, and cost time.
constexpr std::size_t window_runs = 50;
/// Weak change points may be this many times as likely by chance. They are tested again, between their neighbours.
constexpr double weakness = 10;
/// In standard deviations: a run that lies farther from its neighbours is left out.
constexpr double spike_distance = 5;

/// The standard deviation of a normal distribution whose neighbours differ by this much. A change of level is one
/// difference among many.
double noise_of(Values series) {
  constexpr double deviations_per_median = 1.4826;  // of the absolute value of a normal variable
  std::vector<double> steps;
  for (std::size_t i = 1; i < series.size(); ++i) steps.push_back(std::abs(series[i] - series[i - 1]));
  return deviations_per_median * median(steps) / std::sqrt(2);
}

/// One or two outliers among five runs get the median of the five. Three in a row stay.
std::vector<double> without_spikes(Values series) {
  constexpr std::size_t around = 5;
  const double far = spike_distance * noise_of(series);
  std::vector<double> result(series.begin(), series.end());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::size_t first = std::min(i - std::min<std::size_t>(i, around / 2), series.size() - around);
    const double middle = median(series.subspan(first, around));
    if (std::abs(series[i] - middle) > far) result[i] = middle;
  }
  return result;
}

/// Sums of the distances between the numbers of a series.
class Distances {
 public:
  explicit Distances(Values series) : size_(series.size()), sums_(size_ * (size_ + 1)) {
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) sum(i, j + 1) = sum(i, j) + std::abs(series[i] - series[j]);
  }

  /// From number `i` to the numbers [first, last).
  [[nodiscard]] double from(std::size_t i, std::size_t first, std::size_t last) const {
    return sums_[i * (size_ + 1) + last] - sums_[i * (size_ + 1) + first];
  }

 private:
  double& sum(std::size_t i, std::size_t j) { return sums_[i * (size_ + 1) + j]; }

  std::size_t size_;
  std::vector<double> sums_;
};

/// [0, at) and [at, end) of a series differ; the numbers from `end` on are not considered.
struct Split {
  std::size_t at = 0, end = 0;
};

/// The split with the largest energy distance (times nm/(n+m), which makes splits comparable).
Split best_split(Values series) {
  const Distances distances(series);
  Split best;
  double most = -std::numeric_limits<double>::infinity(), within_first = 0;
  for (std::size_t at = 1; at + shortest_level <= series.size(); ++at) {
    within_first += distances.from(at - 1, 0, at - 1);
    if (at < shortest_level) continue;
    const auto n = static_cast<double>(at);
    double between = 0, within_second = 0;
    for (std::size_t end = at + 1; end <= series.size(); ++end) {
      between += distances.from(end - 1, 0, at);
      within_second += distances.from(end - 1, at, end - 1);
      if (end < at + shortest_level) continue;
      const auto m = static_cast<double>(end - at);
      const double q = 2 / (n + m) * (between - m / (n - 1) * within_first - n / (m - 1) * within_second);
      if (q > most) most = q, best = {at, end};
    }
  }
  return best;
}

/// For a difference that was searched at every place where both sides are long enough (Bonferroni).
double corrected_p(Values first, Values second) {
  const std::size_t places = first.size() + second.size() - 2 * shortest_level + 1;
  return std::min(1.0, t_test(first, second, Variances::equal) * static_cast<double>(places));
}

/// Splits [first, last) until no split is significant; appends the places.
void divide(Values series, std::size_t first, std::size_t last, double largest_p, std::vector<std::size_t>& found) {
  if (last - first < 2 * shortest_level) return;
  const Values part = series.subspan(first, last - first);
  const Split split = best_split(part);
  if (corrected_p(part.first(split.at), part.subspan(split.at, split.end - split.at)) > largest_p) return;
  found.push_back(first + split.at);
  divide(series, first, first + split.at, largest_p, found);
  divide(series, first + split.at, last, largest_p, found);
}

/// The change points that any window finds, in order.
std::vector<std::size_t> weak_points(Values series, double largest_p) {
  std::vector<std::size_t> found;
  for (std::size_t first = 0;; first += window_runs / 2) {
    const std::size_t last = std::min(first + window_runs, series.size());
    divide(series, first, last, largest_p, found);
    if (last == series.size()) break;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Points of a series, each tested between the levels of its neighbours.
class Points {
 public:
  Points(Values times, Values logarithms, std::vector<std::size_t> places)
      : times_(times), logarithms_(logarithms), places_(std::move(places)) {}

  /// Two windows may place one change at two points: the stronger of two close points stays.
  void part() {
    for (std::size_t i = 0; i + 1 < places_.size();) {
      if (places_[i + 1] - places_[i] >= shortest_level) {
        ++i;
        continue;
      }
      const std::size_t first = level_start(i), last = level_end(i + 1);
      const auto p = [&](std::size_t at) {
        const bool room = at - first >= shortest_level && last - at >= shortest_level;
        return room ? corrected_p(logarithms_.subspan(first, at - first), logarithms_.subspan(at, last - at)) : 1.0;
      };
      remove(p(places_[i]) > p(places_[i + 1]) ? i : i + 1);
      if (i > 0) --i;
    }
  }

  /// Removes the weakest point, again and again, until all meet the options.
  void merge(const ChangePointOptions& options) {
    judge_all();
    while (!judged_.empty()) {
      auto weakest = std::max_element(judged_.begin(), judged_.end(), by_p);
      if (weakest->p <= options.largest_p) {
        weakest = std::min_element(judged_.begin(), judged_.end(), by_size);
        if (size_of(*weakest) >= options.smallest_change) return;
      }
      remove(static_cast<std::size_t>(weakest - judged_.begin()));
      judge_all();
    }
  }

  [[nodiscard]] const std::vector<ChangePoint>& judged() const { return judged_; }

 private:
  static bool by_p(const ChangePoint& a, const ChangePoint& b) { return a.p < b.p; }
  static bool by_size(const ChangePoint& a, const ChangePoint& b) { return size_of(a) < size_of(b); }
  static double size_of(const ChangePoint& point) {
    return std::max(point.before, point.after) / std::min(point.before, point.after) - 1;
  }

  [[nodiscard]] std::size_t level_start(std::size_t i) const { return i == 0 ? 0 : places_[i - 1]; }
  [[nodiscard]] std::size_t level_end(std::size_t i) const {
    return i + 1 == places_.size() ? times_.size() : places_[i + 1];
  }
  void remove(std::size_t i) { places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(i)); }

  void judge_all() {
    judged_.clear();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::size_t first = level_start(i), at = places_[i], last = level_end(i);
      judged_.push_back({at, median(times_.subspan(first, at - first)), median(times_.subspan(at, last - at)),
                         corrected_p(logarithms_.subspan(first, at - first), logarithms_.subspan(at, last - at))});
    }
  }

  Values times_, logarithms_;
  std::vector<std::size_t> places_;
  std::vector<ChangePoint> judged_;
};

}  // namespace

std::vector<ChangePoint> find_change_points(Values series, const ChangePointOptions& options) {
  if (series.size() < 2 * shortest_level) return {};
  // A change of level is a factor, and noise is proportional: both are uniform in logarithms.
  std::vector<double> logarithms;
  for (const double x : series) logarithms.push_back(std::log(x));
  logarithms = without_spikes(logarithms);
  Points points(series, logarithms, weak_points(logarithms, std::min(1.0, weakness * options.largest_p)));
  points.part();
  points.merge(options);
  return points.judged();
}

}  // namespace lockstep::tools::perf
