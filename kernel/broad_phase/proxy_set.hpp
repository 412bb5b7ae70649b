// Objects as the broad phase reads them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sets/proxy.hpp"
#include "table/broad_phase_batch.hpp"

namespace lockstep::detail {

/// A set of objects. All numbers are allowed: an object with a NaN, an infinity, a negative radius or min > max counts
/// as near everything.
template <class Row>
struct ProxySet {
  const Row* rows = nullptr;
  std::size_t count = 0;                 // below 2^32
  const std::uint32_t* group = nullptr;  // as OverlapFilter; null: all bits set
  const std::uint32_t* mask = nullptr;
};

/// What counts as near.
struct BroadPhaseOptions {
  const BroadPhaseKernels& kernels;
  float skin = 0;             // keep a list of pairs while no object has moved or grown by more than half of this
  float margin = 0;           // for balls
  bool keep_touching = true;  // for balls
  bool chooses_skin = false;  // choose the skin automatically, and ignore `skin`
};

constexpr std::size_t floats_of(const BallProxy&) { return 4; }
constexpr std::size_t floats_of(const Bounds3&) { return 6; }
/// The numbers of a row; the sort keys come first.
template <class Row>
const float* numbers_of(const Row* rows) {
  static_assert(sizeof(Row) == floats_of(Row{}) * sizeof(float));
  return reinterpret_cast<const float*>(rows);
}

inline bool is_finite(float x) { return std::fabs(x) <= std::numeric_limits<float>::max(); }
inline bool is_valid(const BallProxy& r) {
  bool valid = r.radius >= 0;
  for (const float x : {r.x, r.y, r.z, r.radius}) valid &= is_finite(x);  // branchless, so that compilers can vectorise
  return valid;
}
inline bool is_valid(const Bounds3& r) {
  bool valid = true;
  for (int i = 0; i < 3; ++i) {
    valid &= is_finite(r.low[i]);
    valid &= is_finite(r.high[i]);
    valid &= r.low[i] <= r.high[i];
  }
  return valid;
}

/// The largest distance between the positions of two near objects, if this object is the larger one.
inline double reach_of(const BallProxy& r, const BroadPhaseOptions& options) {
  return 2 * double{r.radius} + options.margin;
}
inline double reach_of(const Bounds3& r, const BroadPhaseOptions&) {
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max(size, double{r.high[i]} - double{r.low[i]});
  return size;
}
inline float radius_of(const BallProxy& r) { return r.radius; }
inline float radius_of(const Bounds3&) { return 1; }

/// Testing an object against one of few takes about a hundredth of the time of sorting it.
inline constexpr std::size_t most_few = 128;
/// The number of objects per task.
inline constexpr std::size_t near_part = std::size_t{1} << 14;

}  // namespace lockstep::detail
