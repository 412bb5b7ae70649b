// The sizes of objects: levels are chosen by them.
#pragma once

#include <algorithm>
#include <bit>
#include <mutex>

#include "near_rows.hpp"
#include "uniform_grid.hpp"

namespace lockstep::detail {

/// Objects of one size class have sizes with the same exponent.
inline constexpr int size_classes = 256;
inline int size_class(float reach) { return static_cast<int>(std::bit_cast<std::uint32_t>(reach) >> 23); }

struct SizeSurvey {
  PositionRange range;
  std::size_t invalid = 0;
  float least_radius = std::numeric_limits<float>::max(), most_radius = 0;
  std::size_t count[size_classes] = {};
  float reach[size_classes] = {};  // the largest

  SizeSurvey() {
    std::fill_n(range.low, 3, std::numeric_limits<float>::max());
    std::fill_n(range.high, 3, -std::numeric_limits<float>::max());
  }

  template <class Row>
  void add(const Row& row, const NearOptions& options) {
    if (!is_valid(row)) {
      ++invalid;
      return;
    }
    const float* const position = numbers_of(&row);
    for (int axis = 0; axis < 3; ++axis) {
      range.low[axis] = std::min(range.low[axis], position[axis]);
      range.high[axis] = std::max(range.high[axis], position[axis]);
    }
    least_radius = std::min(least_radius, radius_of(row)), most_radius = std::max(most_radius, radius_of(row));
    const float r = reach_of(row, options);
    const int c = size_class(r);
    ++count[c];
    reach[c] = std::max(reach[c], r);
  }
  void add(const SizeSurvey& other) {
    for (int axis = 0; axis < 3; ++axis) {
      range.low[axis] = std::min(range.low[axis], other.range.low[axis]);
      range.high[axis] = std::max(range.high[axis], other.range.high[axis]);
    }
    invalid += other.invalid;
    least_radius = std::min(least_radius, other.least_radius), most_radius = std::max(most_radius, other.most_radius);
    for (int c = 0; c < size_classes; ++c) count[c] += other.count[c], reach[c] = std::max(reach[c], other.reach[c]);
  }
};

template <class Row>
void survey(const Bodies<Row>& bodies, const NearOptions& options, SizeSurvey& all) {
  std::mutex mutex;
  for_each_range(bodies.count, near_part, [&](std::size_t begin, std::size_t end) {
    SizeSurvey part;
    for (std::size_t i = begin; i < end; ++i) part.add(bodies.rows[i], options);
    const std::scoped_lock lock(mutex);
    all.add(part);
  });
}

}  // namespace lockstep::detail
