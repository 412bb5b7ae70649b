// A histogram of object sizes, from which levels are chosen.
#pragma once

#include <algorithm>
#include <bit>
#include <mutex>
#include <numeric>

#include "broad_phase/cell_order.hpp"
#include "broad_phase/uniform_grid.hpp"

namespace lockstep::detail {

/// The objects of a size class have sizes with the same exponent, from the smallest float (class 1) to sums of the
/// largest. Class 0 is size zero.
inline constexpr int size_classes = 280;
inline int size_class(double reach) {
  constexpr int below_all = 1023 - 150;  // the exponent of 2^-150, as doubles store it
  return std::max(0, static_cast<int>(std::bit_cast<std::uint64_t>(reach) >> 52) - below_all);
}

struct SizeSurvey {
  Bounds3 range = empty_bounds;
  std::size_t invalid = 0;
  float least_radius = std::numeric_limits<float>::max(), most_radius = 0;
  std::size_t count[size_classes] = {};
  double reach[size_classes] = {};  // the largest of each class

  template <class Row>
  void add(const Row& row, const BroadPhaseOptions& options) {
    if (!is_valid(row)) {
      ++invalid;
      return;
    }
    range.add(numbers_of(&row));
    least_radius = std::min(least_radius, radius_of(row)), most_radius = std::max(most_radius, radius_of(row));
    const double r = reach_of(row, options);
    const int c = size_class(r);
    ++count[c];
    reach[c] = std::max(reach[c], r);
  }
  void add(const SizeSurvey& other) {
    range.add(other.range);
    invalid += other.invalid;
    least_radius = std::min(least_radius, other.least_radius), most_radius = std::max(most_radius, other.most_radius);
    for (int c = 0; c < size_classes; ++c) count[c] += other.count[c], reach[c] = std::max(reach[c], other.reach[c]);
  }

  [[nodiscard]] std::size_t objects() const { return std::accumulate(count, count + size_classes, std::size_t{0}); }
  /// The class of the largest object.
  [[nodiscard]] int top() const {
    int c = size_classes - 1;
    while (c > 0 && count[c] == 0) --c;
    return c;
  }
  /// Keeps only classes below `least`; the remaining objects lie in `where`.
  void keep_below(int least, const Bounds3& where) {
    std::fill(count + least, count + size_classes, std::size_t{0});
    range = where;
  }
};

/// Surveys the remaining objects.
template <class Row>
void survey(const ProxySet<Row>& objects, const CellOrder& rest, const BroadPhaseOptions& options, SizeSurvey& all) {
  std::mutex mutex;
  for_each_range(rest.count, near_part, [&](std::size_t begin, std::size_t end) {
    SizeSurvey part;
    for (std::size_t i = begin; i < end; ++i) part.add(objects.rows[rest.unsorted(i)], options);
    const std::scoped_lock lock(mutex);
    all.add(part);
  });
}

}  // namespace lockstep::detail
