// One ray against many boxes, in float lanes: leaves out proven misses. Source: T. Kay, J. Kajiya, "Ray tracing
// complex scenes", 1986.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/ray_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Upper bounds of the relative error of a quotient of rounded differences, and of the loss to underflow.
inline constexpr Number slab_bound = 0x1p-21F, slab_underflow = 0x1p-140F;
/// Far beyond all fractions of a motion.
inline constexpr Number most_fraction = 0x1p100F;

/// The fractions at which W boxes and a ray may share a coordinate, from the earliest to the latest.
struct SlabRange {
  Real enter = 0, leave = 1;
  Mask outside = Real(1) < Real(0);

  void cut(const Real& low, const Real& high, float origin, float motion) {
    const Real from = origin, by = motion;
    if (motion == 0) {
      outside = outside | (low > from) | (high < from);
      return;
    }
    const Real near = ((motion > 0 ? low : high) - from) / by, far = ((motion > 0 ? high : low) - from) / by;
    // Clamped, because the error of infinity is infinite.
    const Real nearer = min(near, Real(most_fraction)), farther = max(far, Real(-most_fraction));
    enter = max(nearer - (abs(nearer) * Real(slab_bound) + Real(slab_underflow)), enter);
    leave = min(farther + (abs(farther) * Real(slab_bound) + Real(slab_underflow)), leave);
  }
};

inline void pick_boxes(detail::RayAndBoxes& search) {
  const auto& [stream, count] = search.boxes;
  std::uint32_t found = 0;
  for (std::uint32_t k = 0; k < count; k += Real::width) {
    SlabRange range;
    for (int axis = 0; axis < 3; ++axis)
      range.cut(Real::load(stream[axis] + k), Real::load(stream[axis + 3] + k), search.origin[axis],
                search.motion[axis]);
    const Mask missed = range.outside | (range.enter > range.leave);
    const std::uint32_t left = count - k;
    const int live = left < static_cast<std::uint32_t>(Real::width) ? static_cast<int>(left) : Real::width;
    const Mask met = first_lanes(live) & (!missed);
    if (none(met)) continue;
    found += static_cast<std::uint32_t>(compress(search.found + found, Index::count_from(k), met));
  }
  search.found_count = found;
}

}  // namespace lockstep::LOCKSTEP_ISA
