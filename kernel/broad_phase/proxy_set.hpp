// What the broad phase sees of objects.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/parallel.hpp"
#include "table/kernel_table.hpp"

namespace lockstep::detail {

/// What a broad phase sees of an object: a ball, or the box around it. Row by row, so that sorting moves one cache line.
struct BallRow {
  float x, y, z, radius;
};
struct BoxRow {
  float min[3], max[3];
};

/// A set of objects. Any numbers are legal: one with a NaN, an infinity, a negative radius or min > max is near everything.
template <class Row>
struct Bodies {
  const Row* rows = nullptr;
  std::size_t count = 0;                 // below 2^32
  const std::uint32_t* group = nullptr;  // as OverlapFilter; null: all bits set
  const std::uint32_t* mask = nullptr;
};

/// How near is near.
struct NearOptions {
  const KernelTable& kernels;
  float skin = 0;    // keep the sorted order while no number of an object has changed by more than half of this
  float margin = 0;  // of balls
  bool keep_touching = true;  // of balls
};

constexpr std::size_t floats_of(const BallRow&) { return 4; }
constexpr std::size_t floats_of(const BoxRow&) { return 6; }
/// Its numbers; those it is sorted by come first.
template <class Row>
const float* numbers_of(const Row* rows) {
  static_assert(sizeof(Row) == floats_of(Row{}) * sizeof(float));
  return reinterpret_cast<const float*>(rows);
}

inline bool is_finite(float x) { return std::fabs(x) <= std::numeric_limits<float>::max(); }
inline bool is_valid(const BallRow& r) {
  bool valid = r.radius >= 0;
  for (const float x : {r.x, r.y, r.z, r.radius}) valid &= is_finite(x);  // no branches: lanes, where there are some
  return valid;
}
inline bool is_valid(const BoxRow& r) {
  bool valid = true;
  for (int i = 0; i < 3; ++i) {
    valid &= is_finite(r.min[i]);
    valid &= is_finite(r.max[i]);
    valid &= r.min[i] <= r.max[i];
  }
  return valid;
}

/// How far apart two positions may be if this is the larger of the two objects. Of balls, radii stay the same while an order is
/// kept: centres may come nearer by the skin. Boxes may grow by it as well.
inline double reach_of(const BallRow& r, const NearOptions& options) {
  return 2 * double{r.radius} + options.margin + options.skin;
}
inline double reach_of(const BoxRow& r, const NearOptions& options) {
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max(size, double{r.max[i]} - double{r.min[i]});
  return size + 2 * double{options.skin};
}
inline float radius_of(const BallRow& r) { return r.radius; }
inline float radius_of(const BoxRow&) { return 1; }

/// Objects that a thread takes at a time.
inline constexpr std::size_t near_part = std::size_t{1} << 14;

/// run(begin, end) for parts of 0 .. count - 1.
template <class Run>
void for_each_range(std::size_t count, std::size_t part, const Run& run) {
  for_each_part(parts_of(count, part), [&](std::size_t i) { run(i * part, std::min(count, (i + 1) * part)); });
}

}  // namespace lockstep::detail
