// One ray against W aligned boxes in float lanes, with bounds of the rounding errors (docs/numerics.md, section
// 16): results proven here are also proven by the double lanes. Source: T. Kay, J. Kajiya, "Ray tracing complex
// scenes", 1986.
#pragma once

#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/ray_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A ray, the same in all lanes, and the streams from which it reads the near and the far ends of boxes.
struct RayAtBoxes {
  Real origin[3], per_motion[3];
  std::uint32_t near_end[3], far_end[3];

  RayAtBoxes(const detail::RaysToObjects& rays, std::uint32_t i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      origin[k] = rays.origin[k][i], per_motion[k] = rays.per_motion[k][i];
      const std::uint32_t behind = rays.per_motion[k][i] < 0 ? 3 : 0;
      near_end[k] = k + behind, far_end[k] = k + 3 - behind;
    }
  }
};

/// Boxes as intersections of slabs, without room for rounding.
struct BoxOnRay {
  RaySpan span{0, 1};

  /// NaN, which comes from a ray within a slab's plane, leaves the span as it is.
  BoxOnRay(const RayAtBoxes& ray, const float* const* stream, std::size_t first) {
    for (int k = 0; k < 3; ++k) {
      const Real near = Real::load(stream[ray.near_end[k]] + first), far = Real::load(stream[ray.far_end[k]] + first);
      span.enter = max((near - ray.origin[k]) * ray.per_motion[k], span.enter);
      span.leave = min((far - ray.origin[k]) * ray.per_motion[k], span.leave);
    }
  }

  /// The ray misses the box.
  [[nodiscard]] Mask line_misses() const { return !(span.enter <= at_latest(span.leave)); }

  /// For boxes that the ray may meet. A box that contains its start, or is flat, stays undecided.
  [[nodiscard]] EntryBounds entries() const {
    EntryBounds bounds;
    bounds.missed = first_lanes(0), bounds.holds_start = (span.enter == Real(0)) & (span.leave > Real(0));
    bounds.lower = max(span.soonest(), Real(0));
    bounds.upper = span.enter * Real(1 + fraction_bound) + Real(lost_fraction);
    bounds.hit =
        (bounds.lower > Real(0)) & (bounds.upper <= span.leave * Real(1 - fraction_bound) - Real(lost_fraction));
    return bounds;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
